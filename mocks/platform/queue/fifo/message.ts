import { randomUUID } from 'node:crypto';

/** A message attribute as SQS types it: a string or number as text, or bytes. */
export type MessageAttribute =
  | { readonly dataType: string; readonly stringValue: string }
  | { readonly dataType: string; readonly binaryValue: Uint8Array };

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** In bytes: the limit of SQS, for a message as for a call. */
export const largestMessage = 2 ** 20;

export interface NewMessage {
  readonly groupId: string;
  readonly deduplicationId: string;
  readonly body: string;
  readonly attributes?: MessageAttributes;
}

export interface QueueMessage extends Required<NewMessage> {
  readonly messageId: string;
  /** Ascending in the order of sending. */
  readonly sequence: number;
  readonly sentAt: number;
}

/** One hand-over of a message to a consumer. */
export interface Delivery {
  readonly message: QueueMessage;
  /** New for every delivery. */
  readonly receiptHandle: string;
  readonly receiveCount: number;
  readonly firstReceivedAt: number;
}

/** How far the deliveries of a message have come. */
export interface DeliveryState {
  readonly receiveCount: number;
  readonly firstReceivedAt: number;
  readonly visibleAt: number;
}

/** A message in the queue with what happened to it so far. Only the queue core writes it. */
export interface StoredMessage {
  readonly message: QueueMessage;
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt: number;
  /** Of the last delivery by this process. */
  receivedAt: number;
  /** The handle of that delivery; to make one costs as much as to check a signature. Empty before it. */
  receiptHandle: string;
  /** Handed over and neither deleted nor seen to be visible again. */
  inFlight: boolean;
  /** Its visibility was changed by hand since its last delivery. */
  visibilityChanged: boolean;
  /** How many deletes will be acknowledged and yet followed by another delivery. */
  duplicates: number;
}

export const newlyStored = (message: QueueMessage): StoredMessage => ({
  message,
  visibleAt: 0,
  receiveCount: 0,
  firstReceivedAt: 0,
  receivedAt: 0,
  receiptHandle: '',
  inFlight: false,
  visibilityChanged: false,
  duplicates: 0,
});

/** In one piece: as it is made it consists of twenty, which stay in memory and take 300 bytes of each message. */
export const newUuid = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1');
