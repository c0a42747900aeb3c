import type { TillParts } from '#mocks/pos/till';
import { onMailbox } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { isObject, type Json, type JsonObject, objectOf, textIn } from '#mocks/json';
import { applyingAgain } from '#mocks/pos/faults/queue';

/** Answers a message that comes again with something else. */
export const answeringAgain =
  (change: (result: JsonObject, repeats: number) => Json | undefined) =>
  ({ journal }: TillParts): Partial<TillParts> => {
    const repeats = new Map<string, number>();
    return {
      journal: {
        ...journal,
        byMessage: (messageId) => {
          const entry = journal.byMessage(messageId);
          if (!entry?.settled || !isObject(entry.result)) return entry;
          const count = (repeats.get(messageId) ?? 0) + 1;
          const changed = change(entry.result, count);
          if (changed === undefined) return entry;
          repeats.set(messageId, count);
          return { ...entry, settled: false, result: changed };
        },
      },
    };
  };

/** Answers another message of an operation that was carried out with something else, or with nothing. */
export const answeringKey =
  (change: (result: JsonObject) => Json | undefined) =>
  ({ journal }: TillParts): Partial<TillParts> => ({
    journal: {
      ...journal,
      byKey: (command) => {
        const entry = journal.byKey(command);
        const changed = entry && isObject(entry.result) ? change(entry.result) : undefined;
        if (!entry || changed === undefined) return entry;
        return { ...entry, result: changed === 'none' ? undefined : changed };
      },
    },
  });

const withAnotherReceipt = (result: JsonObject): Json | undefined =>
  Array.isArray(result['acceptedItems']) && isObject(result['receipt'])
    ? { ...result, receipt: { ...result['receipt'], receiptNumber: 'another' } }
    : undefined;

const forgettingKeys =
  (isForgotten: (context: JsonObject) => boolean) =>
  ({ journal }: TillParts): Partial<TillParts> => ({
    journal: {
      ...journal,
      byKey: (command) => (isForgotten(objectOf(command.payload['orderContext'])) ? undefined : journal.byKey(command)),
    },
  });

/** Two tasks of a group at once, of which every other one dawdles. */
const overtaking = (parts: TillParts): Partial<TillParts> => {
  let tasks = 0;
  let callbacks = 0;
  return {
    polling: { ...parts.polling, max: 10 },
    laneOf: () => {
      tasks += 1;
      return String(tasks);
    },
    call: async (call, transmit) => {
      if (call.kind === 'callback') {
        callbacks += 1;
        if (callbacks % 2 === 1) await parts.clock.sleep(400);
      }
      return parts.call(call, transmit);
    },
  };
};

/** What comes twice, or in a row. */
export const repeatFaults = {
  'order:backwards': {
    title: 'works a batch off from its end',
    breaks: ['queue/group-order'],
    decorate: (parts) => ({
      polling: { ...parts.polling, max: 10 },
      ...onMailbox((mailbox) => ({
        receive: async (wish, signal) => (await mailbox.receive(wish, signal)).toReversed(),
      }))(parts),
    }),
  },
  'duplicate:applied-once-settled': {
    title: 'an order is forgotten as soon as its result is accepted',
    breaks: ['queue/duplicate-not-applied'],
    decorate: applyingAgain(({ settled }) => settled),
  },
  'duplicate:nothing-accepted': {
    title: 'a duplicate of an order is answered with no accepted items',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain((result) =>
      result['success'] === true && Array.isArray(result['acceptedItems'])
        ? { ...result, acceptedItems: [] }
        : undefined,
    ),
  },
  'duplicate:refused': {
    title: 'a duplicate is answered with a failure',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain((result) =>
      'tableSessionContext' in result ? { success: false, reasonCode: 'DUPLICATE', retryable: false } : undefined,
    ),
  },
  'retry:key-forgotten': {
    title: 'forgets an idempotencyKey once the result is accepted',
    breaks: ['queue/idempotency-key'],
    decorate: ({ journal }) => ({
      journal: {
        ...journal,
        byKey: (command) => {
          const entry = journal.byKey(command);
          return entry && journal.byMessage(entry.messageId)?.settled ? undefined : entry;
        },
      },
    }),
  },
  'retry:key-of-tables-only': {
    title: 'takes no notice of idempotencyKey away from tables',
    breaks: ['queue/idempotency-key'],
    decorate: forgettingKeys(({ type }) => ['PICKUP', 'DELIVERY'].includes(textIn(type))),
  },
  'retry:key-forgotten-at-kiosks': {
    title: 'takes no notice of idempotencyKey at kiosks',
    breaks: ['queue/idempotency-key'],
    decorate: forgettingKeys(({ stationKind }) => stationKind === 'KIOSK'),
  },
  'retry:another-receipt': {
    title: 'a paid order that is asked for again under its key is answered with another receipt',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey(withAnotherReceipt),
  },
  'duplicate:another-receipt-of-two': {
    title: 'a paid order of several items that is delivered again is answered with another receipt',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain((result) => {
      const { acceptedItems } = result;
      return Array.isArray(acceptedItems) && acceptedItems.length > 1 ? withAnotherReceipt(result) : undefined;
    }),
  },
  'duplicate:another-receipt': {
    title: 'a paid order that is delivered again is answered with another receipt',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain(withAnotherReceipt),
  },
  'retry:refused': {
    title: 'rejects an order that is asked for again under its key',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey((result) =>
      Array.isArray(result['acceptedItems'])
        ? { success: false, rejectedItems: [{ reasonCode: 'ORDER_CLOSED' }] }
        : undefined,
    ),
  },
  'retry:silent': {
    title: 'deletes an order that is asked for again under its key, and sends no result',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey((result) => (Array.isArray(result['acceptedItems']) ? 'none' : undefined)),
  },
  'order:overtaking': {
    title: 'works on several messages of a group at once',
    breaks: ['queue/group-order'],
    decorate: overtaking,
  },
} as const satisfies Readonly<Record<string, PosFault>>;
