import type { PlatformEvent, QueueCall } from '#mocks/platform';
import type { TrafficOf } from '#scenarios';
import type { Unnumbered } from './traffic-log.ts';

type QueueChange = Extract<PlatformEvent, { kind: 'queue-change' }>['change'];
type Deletion = TrafficOf<'delete'>['outcome'];

/** Remembers which message a receipt handle stands for, and says in a till's terms what a queue call was. */
export interface QueueTraffic {
  /** Every change of the queue, as it happens. */
  readonly observe: (change: QueueChange) => void;
  readonly toTraffic: (call: QueueCall, endedAt: number) => readonly Unnumbered[];
}

interface Handed {
  /** The queue's own id of the message. */
  readonly queueId: string;
  readonly groupId: string;
  readonly receiveCount: number;
}

/** What a queue that does its work may still answer to a receive or a delete. */
const aboutItsInput = ['InvalidParameterValue', 'ReceiptHandleIsInvalid', 'MissingParameter'];

export const createQueueTraffic = (): QueueTraffic => {
  const handed = new Map<string, Handed>();
  /** The command in a queue message, by the queue's own id. */
  const commands = new Map<string, string>();
  const deletedWith = new Map<string, string>();

  const messagesOf = ({ output }: QueueCall): TrafficOf<'receive'>['messages'] =>
    output === undefined || !('Messages' in output)
      ? []
      : (output.Messages ?? []).map(({ MessageId, ReceiptHandle, Body }) => {
          const { messageId, messageKind } = JSON.parse(Body) as { messageId: string; messageKind: string };
          const { receiveCount = 1, groupId = '' } = handed.get(ReceiptHandle) ?? {};
          commands.set(MessageId, messageId);
          return { messageId, messageKind, groupId, receiptHandle: ReceiptHandle, receiveCount };
        });

  const deletion = (receiptHandle: string, { startedAt, fault }: QueueCall): Unnumbered => {
    const faulted = fault === 'error' || fault === 'drop-before';
    const queueId = handed.get(receiptHandle)?.queueId;
    const messageId = queueId === undefined ? undefined : commands.get(queueId);
    const outcome = (): Deletion => {
      if (faulted) return 'faulted';
      if (queueId === undefined) return 'invalid';
      return deletedWith.get(queueId) === receiptHandle ? 'deleted' : 'stale';
    };
    return {
      kind: 'delete',
      at: startedAt,
      ...(messageId !== undefined && { messageId }),
      receiptHandle,
      outcome: outcome(),
      ...(fault === 'drop-after' && { lost: true }),
    };
  };

  return {
    observe(change) {
      if (change.change === 'delivered')
        handed.set(change.receiptHandle, {
          queueId: change.messageId,
          groupId: change.groupId,
          receiveCount: change.receiveCount,
        });
      else if (change.change === 'deleted' || change.change === 'delete-ignored')
        deletedWith.set(change.messageId, change.receiptHandle);
    },
    toTraffic(call, endedAt) {
      const { action, input = {}, startedAt, status, fault, error, message = '' } = call;
      const isHarmless = error === undefined || fault === 'error' || aboutItsInput.includes(error);
      if (isHarmless && action === 'ReceiveMessage') {
        const [waitSeconds, maxMessages] = [input['WaitTimeSeconds'], input['MaxNumberOfMessages']];
        return [
          {
            kind: 'receive',
            at: startedAt,
            endedAt,
            status,
            ...(typeof waitSeconds === 'number' && { waitSeconds }),
            ...(typeof maxMessages === 'number' && { maxMessages }),
            messages: messagesOf(call),
          },
        ];
      }
      const entries = action === 'DeleteMessageBatch' ? input['Entries'] : [input];
      if (isHarmless && action?.startsWith('DeleteMessage') === true && Array.isArray(entries)) {
        return entries.map((entry) => deletion(String(Object(entry).ReceiptHandle), call));
      }
      return [{ kind: 'queue-refused', at: startedAt, action: action ?? 'unknown', reason: `${error}: ${message}` }];
    },
  };
};
