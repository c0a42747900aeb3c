import type { Delivery } from '../fifo/message.ts';
import { SqsError } from './sqs-error.ts';

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

export const askedSystemAttributes = (delivery: Delivery, names: readonly string[]): Record<string, string> => {
  if (names.length === 0) return {};
  const unknown = names.find((name) => name !== 'All' && !(name in readers) && !absent.includes(name));
  if (unknown !== undefined) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  const asked = Object.entries(readers).filter(([name]) => names.includes('All') || names.includes(name));
  return Object.fromEntries(asked.map(([name, read]) => [name, read(delivery)]));
};
