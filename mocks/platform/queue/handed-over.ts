import type { QueueChange, RecordedQueueCall } from '#schemas';
import {
  type About,
  aboutOf,
  type Backlog,
  createBacklog,
  type QueueCall,
  type QueueDeletion,
  type QueuePoll,
} from '#traffic';
import type { Output } from './wire/answer.ts';
import type { SqsErrorName } from './wire/sqs-error.ts';

/** One call to the queue service, in its own terms. */
export interface QueueCallMade extends RecordedQueueCall {
  readonly output?: Output;
  readonly error?: SqsErrorName;
}

/** Remembers which message a receipt handle stands for, and says in a till's terms what a call to the queue was. */
export type HandedOver = ReturnType<typeof createHandedOver>;

type Received = QueuePoll['messages'];

interface Handed {
  /** The queue's own id of the message. */
  readonly queueId: string;
  readonly groupId: string;
  readonly receiveCount: number;
  readonly queuedAt: number | undefined;
  /** As the envelope names it; known once a till has been given it. */
  messageId: string | undefined;
}

/** What a queue that does its work may still answer to a receive or a delete. */
const aboutItsInput = ['InvalidParameterValue', 'ReceiptHandleIsInvalid', 'MissingParameter'];

/** Deliveries that are remembered: more than any till has open, few enough for a platform that is never stopped. */
const mostHanded = 20_000;

export const createHandedOver = ({ now }: { now(): number }) => {
  const handed = createBacklog<string, Handed>();
  /** The handle by which a message was deleted, by the queue's own id. */
  const deletedWith = createBacklog<string, string>();
  /** Since when a message is in its queue, by the queue's own id. */
  const queued = createBacklog<string, number>();

  const received = ({ output }: QueueCallMade): Received =>
    output === undefined || !('Messages' in output)
      ? []
      : (output.Messages ?? []).map(({ ReceiptHandle: receiptHandle, Body }) => {
          const { messageId, ...envelope } = envelopeIn(Body);
          const known = handed.get(receiptHandle);
          if (known !== undefined) known.messageId = messageId;
          const { receiveCount = 1, groupId = '', queuedAt } = known ?? {};
          const since = queuedAt === undefined ? {} : { queuedAt };
          return { messageId, ...envelope, groupId, receiptHandle, receiveCount, ...since };
        });

  const deletion = (receiptHandle: string, { fault }: QueueCallMade): QueueDeletion => {
    const { queueId, messageId } = handed.get(receiptHandle) ?? {};
    const outcome = (): QueueDeletion['outcome'] => {
      if (fault === 'error' || fault === 'drop-before') return 'faulted';
      if (queueId === undefined) return 'invalid';
      return deletedWith.get(queueId) === receiptHandle ? 'deleted' : 'stale';
    };
    return {
      ...(messageId !== undefined && { messageId }),
      receiptHandle,
      outcome: outcome(),
      ...(fault === 'drop-after' && { lost: true }),
    };
  };

  return {
    /** Every change of a queue, as it happens. */
    observe(change: QueueChange) {
      if (change.change === 'sent') remember(queued, change.messageId, now());
      else if (change.change === 'delivered') {
        const { messageId: queueId, groupId, receiveCount, receiptHandle } = change;
        const queuedAt = queued.get(queueId);
        remember(handed, receiptHandle, { queueId, groupId, receiveCount, queuedAt, messageId: undefined });
      } else if (change.change === 'deleted' || change.change === 'delete-ignored')
        remember(deletedWith, change.messageId, change.receiptHandle);
    },
    toQueueCall(call: QueueCallMade): QueueCall {
      const { action, input = {}, fault, error, message = '' } = call;
      const isHarmless = error === undefined || fault === 'error' || aboutItsInput.includes(error);
      if (isHarmless && action === 'ReceiveMessage') {
        const [waitSeconds, maxMessages] = [input['WaitTimeSeconds'], input['MaxNumberOfMessages']];
        return {
          action: 'receive',
          ...(typeof waitSeconds === 'number' && { waitSeconds }),
          ...(typeof maxMessages === 'number' && { maxMessages }),
          messages: received(call),
        };
      }
      const entries = action === 'DeleteMessageBatch' ? input['Entries'] : [input];
      if (isHarmless && action?.startsWith('DeleteMessage') === true && Array.isArray(entries))
        return {
          action: 'delete',
          deletions: entries.map((entry) => deletion(String(Object(entry).ReceiptHandle), call)),
        };
      return { action: 'refused', named: action ?? 'unknown', reason: `${error}: ${message}` };
    },
  };
};

/** A queue elsewhere may hold what others have put there. */
const envelopeIn = (body: string): About & Pick<Received[number], 'messageId' | 'messageKind' | 'idempotencyKey'> => {
  try {
    const envelope: unknown = JSON.parse(body);
    const { messageId, messageKind, idempotencyKey } = Object(envelope);
    return {
      messageId: String(messageId),
      messageKind: String(messageKind),
      ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
      ...aboutOf(envelope),
    };
  } catch {
    return { messageId: '', messageKind: '' };
  }
};

const remember = <Value>(memory: Backlog<string, Value>, key: string, value: Value): void => {
  memory.add(key, value);
  if (memory.size() <= mostHanded) return;
  const [oldest] = memory.entries();
  if (oldest !== undefined) memory.delete(oldest[0]);
};
