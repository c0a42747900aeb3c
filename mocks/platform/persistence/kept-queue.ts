import { randomBytes } from 'node:crypto';
import type { QueueChange } from '#schemas';
import { createFifoQueue, type FifoQueue, type FifoQueueOptions } from '../queue/fifo/fifo-queue.ts';
import type { DeliveryState, MessageAttribute, NewMessage, QueueMessage } from '../queue/fifo/message.ts';
import type { StateStore } from './state-store.ts';

type Row = Omit<QueueMessage, 'attributes'> & {
  readonly attributes: Readonly<
    Record<string, readonly [dataType: string, string: string | null, base64: string | null]>
  >;
};

/** One run of the platform on its directory gives at most so many sequence numbers: 2 million runs fit. */
const sequencesOfALife = 2 ** 32;

/**
 * A FIFO queue whose messages survive: kept from before `send` answers until they are deleted or outlive the retention, and
 * put back in their order with their ids and times. One in flight stays hidden until its time is over, is counted on from
 * its last delivery, and can be deleted with the handle it was received with.
 */
export const openKeptQueue = (store: StateStore, name: string, options: FifoQueueOptions): FifoQueue => {
  if (!store.durable) return createFifoQueue(options);
  const kinds = kindsOf(name);
  const { clock, observe = () => undefined } = options;
  const { number, handleKey } = nextLife(store, kinds.life);
  const deliveries = new Map(store.all(kinds.delivery));
  const earlier = store.all(kinds.message).map(([id, row]) => ({
    message: toMessage(row as Row),
    state: deliveries.get(id) as DeliveryState | undefined,
  }));
  let sending: NewMessage | undefined;

  const keep = (change: QueueChange) => {
    if (change.change === 'sent' && sending !== undefined) {
      const { messageId, sequence } = change;
      store.put(
        kinds.message,
        messageId,
        toRow({ attributes: {}, ...sending, messageId, sequence, sentAt: clock.now() }),
      );
    }
    if (change.change === 'deleted' || change.change === 'outlived-retention')
      store.atomically(() => {
        store.remove(kinds.message, change.messageId);
        store.remove(kinds.delivery, change.messageId);
      });
  };
  const queue = createFifoQueue({
    ...options,
    handleKey,
    earlier: { messages: earlier, firstSequence: number * sequencesOfALife + 1 },
    keep: ({ messageId }, { receiveCount, firstReceivedAt, visibleAt }) =>
      store.put(kinds.delivery, messageId, { receiveCount, firstReceivedAt, visibleAt }),
    observe(change) {
      keep(change);
      observe(change);
    },
  });
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

const kindsOf = (name: string) => ({
  message: `queue-message/${name}`,
  // Beside the message: a delivery writes a few numbers, not the body again.
  delivery: `queue-delivery/${name}`,
  life: `queue-life/${name}`,
});

export const forgetKeptQueue = (store: StateStore, name: string): void => {
  for (const kind of Object.values(kindsOf(name))) for (const [id] of store.all(kind)) store.remove(kind, id);
};

/** Sequence numbers and receipt handles mean the same in every life of a queue. */
const nextLife = (store: StateStore, kind: string): { readonly number: number; readonly handleKey: Uint8Array } => {
  const [[, kept] = []] = store.all(kind);
  const { number = -1, key = randomBytes(32).toString('base64') } = Object(kept) as { number?: number; key?: string };
  store.put(kind, 'now', { number: number + 1, key });
  return { number: number + 1, handleKey: Buffer.from(key, 'base64') };
};

const toRow = ({ attributes, ...message }: QueueMessage): Row => ({
  ...message,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      'stringValue' in attribute
        ? [attribute.dataType, attribute.stringValue, null]
        : [attribute.dataType, null, Buffer.from(attribute.binaryValue).toString('base64')],
    ]),
  ),
});

const toMessage = ({ attributes, ...message }: Row): QueueMessage => ({
  ...message,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([name, [dataType, text, base64]]): [string, MessageAttribute] => [
      name,
      text === null ? { dataType, binaryValue: Buffer.from(base64 ?? '', 'base64') } : { dataType, stringValue: text },
    ]),
  ),
});
