import { type Json, objectOf, objectsIn } from '#mocks/json';
import { onResult } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { paymentIdOf } from '#mocks/pos/requests';

/** Receipts for what was not sold. */
export const receiptFaults = {
  'order:receipt-for-rejected': {
    title: 'prints a receipt for a prepaid order of which it takes nothing',
    breaks: ['submission/snapshot-and-receipt'],
    decorate: onResult('OrderSubmissionRequested', (result, { payload }) => {
      const { success, acceptedItems } = objectOf(result);
      const isRejected = success === false && objectsIn(acceptedItems).length === 0;
      return isRejected && paymentIdOf(payload) !== undefined
        ? {
            ...objectOf(result),
            acceptedItems: [],
            receipt: { receiptNumber: 'slip', issuedAt: '2026-01-01T00:00:00Z' },
          }
        : result;
    }),
  },
  'order:receipt-of-before': {
    title: 'answers each prepaid order with the receipt of the one before',
    breaks: ['submission/snapshot-and-receipt'],
    // The other till tells the second of its receipts alone.
    variants: ['copper'],
    decorate: (parts) => {
      let before: Json | undefined;
      return onResult('OrderSubmissionRequested', (result) => {
        const { receipt } = objectOf(result);
        if (receipt === undefined) return result;
        const last = before ?? receipt;
        before = receipt;
        return { ...objectOf(result), receipt: last };
      })(parts);
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
