import { type Json, objectOf, objectsIn } from '#mocks/json';
import { onResult, onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import { paymentIdOf } from '#mocks/pos/requests';

/** In a list of a result of which it is part, what was there before: of all results, or of the last alone. */
const withFormer = (member: string, of: 'all' | 'the last'): TillDecorator =>
  onWork('OrderSubmissionRequested', () => {
    let former: readonly Json[] = [];
    return async (command, step) => {
      const result = objectOf(await step(command));
      const items = result[member];
      if (!Array.isArray(items) || items.length === 0) return result;
      const listed = [...former, ...items];
      former = of === 'all' ? listed : items;
      return { ...result, [member]: listed };
    };
  });

/** Answers that hold what belongs to other orders, or was not sold. */
export const answerFaults = {
  'order:accepted-pile-up': {
    title: 'lists what was accepted of all orders with each of them',
    breaks: ['submission/result-body'],
    decorate: withFormer('acceptedItems', 'all'),
  },
  'order:rejected-pile-up': {
    title: 'lists what was rejected of all orders with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: withFormer('rejectedItems', 'all'),
  },
  'order:accepted-of-last': {
    title: 'lists what was accepted of the order before with each of them',
    breaks: ['submission/result-body'],
    decorate: withFormer('acceptedItems', 'the last'),
  },
  'order:rejected-of-last': {
    title: 'lists what was rejected of the order before with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: withFormer('rejectedItems', 'the last'),
  },
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
