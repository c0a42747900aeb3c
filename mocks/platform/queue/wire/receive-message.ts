import type { Caller, QueueBackend } from '../backend.ts';
import type { Delivery, MessageAttribute, MessageAttributes } from '../fifo/message.ts';
import { type Input, integer, optionalText, texts } from './input.ts';
import { SqsError } from './sqs-error.ts';
import { hash } from 'node:crypto';

const wait = { min: 0, max: 20, range: 'Must be >= 0 and <= 20, if provided.' };
const count = { min: 1, max: 10, range: 'Must be between 1 and 10, if provided.' };
const visibility = { min: 0, max: 43_200, range: 'Must be >= 0 and <= 43200, if provided.' };

/** A message as the JSON protocol shows it. */
export interface WireMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly MD5OfBody: string;
  readonly Body: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MD5OfMessageAttributes?: string | undefined;
  readonly MessageAttributes?: Readonly<Record<string, WireAttribute>>;
}
export interface WireAttribute {
  readonly DataType: string;
  readonly StringValue?: string;
  readonly BinaryValue?: string;
}

interface Received {
  readonly Messages?: readonly WireMessage[];
}

export const receiveMessage = (input: Input, backend: QueueBackend, caller: Caller): Received | Promise<Received> => {
  const attributeNames = texts(input, 'MessageAttributeNames');
  const systemNames = [...texts(input, 'AttributeNames'), ...texts(input, 'MessageSystemAttributeNames')];
  const visibilitySeconds = integer(input, 'VisibilityTimeout', visibility);
  const attemptId = optionalText(input, 'ReceiveRequestAttemptId');
  if (attemptId !== undefined && !/^[!-~]{1,128}$/.test(attemptId))
    throw new SqsError(
      'InvalidParameterValue',
      `Value ${attemptId} for parameter ReceiveRequestAttemptId is invalid. Reason: it can only include alphanumeric and punctuation characters, 1 to 128 in length.`,
    );
  const request = {
    max: integer(input, 'MaxNumberOfMessages', count) ?? 1,
    waitMs: (integer(input, 'WaitTimeSeconds', wait) ?? 0) * 1000,
    ...(visibilitySeconds !== undefined && { visibilityMs: visibilitySeconds * 1000 }),
    ...(attemptId !== undefined && { attemptId }),
  };
  if (attemptId !== undefined && backend.refuses?.(attemptId) === true)
    throw new SqsError(
      'InvalidParameterValue',
      'The receiveRequestAttemptId is not valid anymore since the receive call is not retryable',
    );
  const toWire = (delivery: Delivery): WireMessage => ({
    MessageId: delivery.message.messageId,
    ReceiptHandle: delivery.receiptHandle,
    MD5OfBody: md5(delivery.message.body),
    Body: delivery.message.body,
    ...present('Attributes', askedSystemAttributes(delivery, systemNames)),
    ...attributesOf(delivery, attributeNames),
  });
  const received = (deliveries: readonly Delivery[]): Received =>
    deliveries.length > 0 ? { Messages: deliveries.map(toWire) } : {};
  const given = backend.receive(request, caller);
  return given instanceof Promise ? given.then(received) : received(given);
};

const attributesOf = ({ message }: Delivery, names: readonly string[]) => {
  const asked = askedAttributes(message.attributes, names);
  const shown = Object.entries(asked).map(([name, attribute]) => [name, toWireAttribute(attribute)]);
  return shown.length > 0
    ? { MD5OfMessageAttributes: md5OfAttributes(asked), MessageAttributes: Object.fromEntries(shown) }
    : {};
};

const toWireAttribute = (attribute: MessageAttribute): WireAttribute => ({
  DataType: attribute.dataType,
  ...('binaryValue' in attribute
    ? { BinaryValue: Buffer.from(attribute.binaryValue).toString('base64') }
    : { StringValue: attribute.stringValue }),
});

const present = (name: string, values: Readonly<Record<string, string>>) =>
  Object.keys(values).length > 0 ? { [name]: values } : {};

const readers = {
  ApproximateFirstReceiveTimestamp: ({ firstReceivedAt }) => String(firstReceivedAt),
  ApproximateReceiveCount: ({ receiveCount }) => String(receiveCount),
  MessageDeduplicationId: ({ message }) => message.deduplicationId,
  MessageGroupId: ({ message }) => message.groupId,
  SenderId: () => 'AIDAMOCKPLATFORM',
  SentTimestamp: ({ message }) => String(message.sentAt),
  // Twenty digits on SQS too, so that they compare as text.
  SequenceNumber: ({ message }) => String(message.sequence).padStart(20, '0'),
} as const satisfies Record<string, (delivery: Delivery) => string>;

// Real names of SQS that a message here never has.
const absent = ['AWSTraceHeader', 'DeadLetterQueueSourceArn'];

const askedSystemAttributes = (delivery: Delivery, names: readonly string[]): Record<string, string> => {
  if (names.length === 0) return {};
  const unknown = names.find((name) => name !== 'All' && !(name in readers) && !absent.includes(name));
  if (unknown !== undefined) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  const asked = Object.entries(readers).filter(([name]) => names.includes('All') || names.includes(name));
  return Object.fromEntries(asked.map(([name, read]) => [name, read(delivery)]));
};

export const md5 = (data: string | Uint8Array): string => hash('md5', data, 'hex');

/**
 * The attributes a receive asked for by name. `All`, `.*` and `*` mean all, `Hel.*` every name that starts with `Hel`;
 * asking for nothing gives nothing, which is the most common integration mistake.
 */
const askedAttributes = (attributes: MessageAttributes, names: readonly string[]): MessageAttributes => {
  if (names.length === 0) return {};
  if (names.some((name) => name === 'All' || name === '.*' || name === '*')) return attributes;
  const prefixes = names.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2));
  const asked = Object.entries(attributes).filter(
    ([name]) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)),
  );
  return Object.fromEntries(asked);
};

/** MD5 as SDKs check it: of the attributes in the answer, by name, each part behind its length. */
export const md5OfAttributes = (attributes: MessageAttributes): string | undefined => {
  const entries = Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));
  if (entries.length === 0) return undefined;
  return md5(Buffer.concat(entries.flatMap(([name, attribute]) => encodeAttribute(name, attribute))));
};

const encodeAttribute = (name: string, attribute: MessageAttribute): readonly Uint8Array[] => {
  const isBinary = 'binaryValue' in attribute;
  const value = isBinary ? attribute.binaryValue : Buffer.from(attribute.stringValue);
  return [
    ...withLength(Buffer.from(name)),
    ...withLength(Buffer.from(attribute.dataType)),
    Buffer.of(isBinary ? 2 : 1),
    ...withLength(value),
  ];
};

const withLength = (bytes: Uint8Array): readonly Uint8Array[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return [length, bytes];
};
