/**
 * The errors SQS answers with: the code of the query protocol (which JSON clients read from x-amzn-query-error), the shape
 * name of the JSON protocol, and the status. The query protocol has another status in two places.
 */
export const sqsErrors = {
  AccessDenied: { code: 'AccessDenied', shape: 'com.amazon.coral.service#AccessDeniedException', status: 403 },
  BatchEntryIdsNotDistinct: batch('BatchEntryIdsNotDistinct'),
  EmptyBatchRequest: batch('EmptyBatchRequest'),
  IncompleteSignature: {
    code: 'IncompleteSignature',
    shape: 'com.amazon.coral.service#IncompleteSignatureException',
    status: 400,
  },
  InternalFailure: { code: 'InternalFailure', shape: 'com.amazon.coral.service#InternalFailure', status: 500 },
  InvalidAction: { code: 'InvalidAction', shape: 'com.amazon.coral.service#UnknownOperationException', status: 400 },
  InvalidAttributeName: {
    code: 'InvalidAttributeName',
    shape: 'com.amazonaws.sqs#InvalidAttributeName',
    status: 400,
  },
  InvalidBatchEntryId: batch('InvalidBatchEntryId'),
  InvalidClientTokenId: {
    code: 'InvalidClientTokenId',
    shape: 'com.amazon.coral.service#UnrecognizedClientException',
    status: 403,
  },
  InvalidParameterValue: {
    code: 'InvalidParameterValue',
    shape: 'com.amazon.coral.service#InvalidParameterValueException',
    status: 400,
  },
  MissingAuthenticationToken: {
    code: 'MissingAuthenticationToken',
    shape: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    status: 403,
  },
  MissingParameter: {
    code: 'MissingParameter',
    shape: 'com.amazon.coral.service#MissingRequiredParameterException',
    status: 400,
  },
  ReceiptHandleIsInvalid: {
    code: 'ReceiptHandleIsInvalid',
    shape: 'com.amazonaws.sqs#ReceiptHandleIsInvalid',
    status: 400,
    queryStatus: 404,
  },
  RequestThrottled: {
    code: 'RequestThrottled',
    shape: 'com.amazonaws.sqs#RequestThrottled',
    status: 400,
    queryStatus: 403,
  },
  RequestTooLarge: { code: 'RequestTooLarge', shape: 'com.amazon.coral.service#RequestTooLarge', status: 413 },
  Serialization: {
    code: 'MalformedInput',
    shape: 'com.amazon.coral.service#SerializationException',
    status: 400,
  },
  ServiceUnavailable: {
    code: 'ServiceUnavailable',
    shape: 'com.amazon.coral.service#ServiceUnavailableException',
    status: 503,
  },
  SignatureDoesNotMatch: {
    code: 'SignatureDoesNotMatch',
    shape: 'com.amazon.coral.service#InvalidSignatureException',
    status: 403,
  },
  TooManyEntriesInBatchRequest: batch('TooManyEntriesInBatchRequest'),
} as const satisfies Readonly<Record<string, SqsErrorKind>>;

export type SqsErrorName = keyof typeof sqsErrors;

interface SqsErrorKind {
  readonly code: string;
  readonly shape: string;
  readonly status: number;
  readonly queryStatus?: number;
}

function batch(name: string) {
  return { code: `AWS.SimpleQueueService.${name}`, shape: `com.amazonaws.sqs#${name}`, status: 400 } as const;
}

/** What the client is told; turned into an answer in one place, the gateway. */
export class SqsError extends Error {
  override readonly name: SqsErrorName;

  constructor(name: SqsErrorName, message: string) {
    super(message);
    this.name = name;
  }

  get kind(): SqsErrorKind {
    return sqsErrors[this.name];
  }
}
