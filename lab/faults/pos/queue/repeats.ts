import type { TillParts } from '#mocks/pos/till';
import { onCall } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { isObject, type Json, type JsonObject, objectOf } from '#mocks/json';

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

/** Answers a message whose result was not taken with something else when it comes again. */
const answeringAfterLoss =
  (change: (result: JsonObject) => Json | undefined) =>
  ({ journal }: TillParts): Partial<TillParts> => ({
    journal: {
      ...journal,
      byMessage: (messageId) => {
        const entry = journal.byMessage(messageId);
        const changed = entry && !entry.settled && isObject(entry.result) ? change(entry.result) : undefined;
        return entry && changed !== undefined ? { ...entry, result: changed } : entry;
      },
    },
  });

const withAnotherBill = (result: JsonObject): Json | undefined =>
  isObject(result['bill']) ? { ...result, bill: { ...result['bill'], posBillId: 'another' } } : undefined;

/** Repeats of what was carried out that are answered with something else. */
export const repeatFaults = {
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
  'duplicate:bill-busy': {
    title: 'says that it is busy to each request for a bill that is delivered again',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain((result) =>
      isObject(result['bill']) ? { success: false, reasonCode: 'POS_OFFLINE_OR_BUSY', retryable: true } : undefined,
    ),
  },
  'duplicate:another-bill': {
    title: 'a request for a bill that is delivered again is answered with another bill',
    breaks: ['queue/duplicate-same-result'],
    decorate: answeringAgain(withAnotherBill),
  },
  'duplicate:another-bill-after-loss': {
    title: 'a bill whose result was not taken is sent as another bill',
    breaks: ['queue/duplicate-same-result'],
    // The other till keeps the result in hand while it tries again.
    variants: ['copper'],
    decorate: answeringAfterLoss(withAnotherBill),
  },
  'retry:another-bill': {
    title: 'a request for a bill that is asked for again under its key is answered with another bill',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey(withAnotherBill),
  },
  'retry:bill-passed-over': {
    title: 'deletes a request for a bill that is asked for again under its key, and sends no result',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey((result) => (isObject(result['bill']) ? 'none' : undefined)),
  },
  'retry:bill-refused': {
    title: 'refuses a bill that is asked for again under its key, since one is prepared already',
    breaks: ['queue/idempotency-key'],
    decorate: answeringKey((result) =>
      isObject(result['bill']) ? { success: false, reasonCode: 'PAYMENT_NOT_ALLOWED', retryable: true } : undefined,
    ),
  },
  'bill:taken-back': {
    title: 'sends a refusal after the third bill that it gives, for the same message',
    breaks: ['queue/duplicate-same-result'],
    decorate: onCall('callback', () => {
      let bills = 0;
      return async (call, transmit) => {
        const answer = await transmit(call);
        if (answer.status === 204 && 'bill' in objectOf(call.body) && ++bills === 3)
          await transmit({ ...call, body: { success: false, reasonCode: 'FISCAL_ERROR', retryable: false } });
        return answer;
      };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
