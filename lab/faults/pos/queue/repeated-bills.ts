import { isObject, type Json, type JsonObject, objectOf } from '#mocks/json';
import { onCall } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import type { TillParts } from '#mocks/pos/till';
import { answeringAgain, answeringKey } from './repeats.ts';

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

/** Bills that are asked for once more. */
export const repeatedBillFaults = {
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
