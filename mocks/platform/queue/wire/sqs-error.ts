import sqsErrors from './sqs-errors.json' with { type: 'json' };

export type SqsErrorName = keyof typeof sqsErrors;

/**
 * What SQS answers: the code of the query protocol (which JSON clients read from x-amzn-query-error), the shape name of the JSON
 * protocol, and the status. The query protocol has another status in two places.
 */
interface SqsErrorKind {
  readonly code: string;
  readonly shape: string;
  readonly status: number;
  readonly queryStatus?: number;
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
