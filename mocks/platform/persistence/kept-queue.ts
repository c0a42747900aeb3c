import { randomUUID } from 'node:crypto';
import type { QueueChange } from '../queue/change.ts';
import { createFifoQueue, type FifoQueue, type FifoQueueOptions } from '../queue/fifo-queue.ts';
import type { MessageAttribute, NewMessage } from '../queue/message.ts';
import type { StateStore } from './state-store.ts';

interface Row {
  readonly messageId: string;
  readonly sentAt: number;
  readonly groupId: string;
  readonly deduplicationId: string;
  readonly body: string;
  readonly attributes: Readonly<
    Record<string, readonly [dataType: string, string: string | null, base64: string | null]>
  >;
}

/**
 * A FIFO queue whose messages survive: kept from before `send` answers until they are deleted or outlive the retention, and
 * put back in their order with their ids and times. At-least-once covers the rest: after a restart they are visible at once,
 * counted from their first delivery again, and handles from before are invalid.
 */
export const openKeptQueue = (store: StateStore, name: string, options: FifoQueueOptions): FifoQueue => {
  const kind = `queue-message/${name}`;
  const { clock, newId = randomUUID, observe = () => undefined } = options;
  let revived: Row | undefined;
  let sending: NewMessage | undefined;

  const keep = (change: QueueChange) => {
    if (change.change === 'sent' && sending !== undefined)
      store.put(kind, change.messageId, toRow(sending, change.messageId, clock.now()));
    if (change.change === 'deleted' || change.change === 'outlived-retention') store.remove(kind, change.messageId);
  };
  const queue = createFifoQueue({
    ...options,
    clock: { now: () => revived?.sentAt ?? clock.now(), after: clock.after },
    newId: () => revived?.messageId ?? newId(),
    observe(change) {
      // Putting a message back is no event of the queue's.
      if (revived !== undefined) return;
      keep(change);
      observe(change);
    },
  });

  for (const [, row] of store.all(kind)) {
    revived = row as Row;
    queue.send(toMessage(revived));
  }
  revived = undefined;
  return {
    ...queue,
    send(message) {
      sending = message;
      const sent = queue.send(message);
      sending = undefined;
      return sent;
    },
  };
};

const toRow = ({ groupId, deduplicationId, body, attributes }: NewMessage, messageId: string, sentAt: number): Row => ({
  messageId,
  sentAt,
  groupId,
  deduplicationId,
  body,
  attributes: Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, attribute]) => [
      name,
      'stringValue' in attribute
        ? [attribute.dataType, attribute.stringValue, null]
        : [attribute.dataType, null, Buffer.from(attribute.binaryValue).toString('base64')],
    ]),
  ),
});

const toMessage = ({ groupId, deduplicationId, body, attributes }: Row): NewMessage => ({
  groupId,
  deduplicationId,
  body,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([name, [dataType, text, base64]]): [string, MessageAttribute] => [
      name,
      text === null ? { dataType, binaryValue: Buffer.from(base64 ?? '', 'base64') } : { dataType, stringValue: text },
    ]),
  ),
});
