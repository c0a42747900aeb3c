import type { Receipt } from '../restaurant/receipts.ts';
import { onBills, onWork } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

export const answeringFailed = (answer: object): TillDecorator =>
  onWork('BillPaymentFailed', () => async (command, step) => {
    await step(command);
    return { ...answer };
  });

export const paymentFaults = {
  'payment:unknown-taken': {
    title: 'applies the payment of a bill it does not know',
    breaks: ['payment/unknown-bill'],
    decorate: onBills(({ pay }, { restaurant }) => ({
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        const unknown = 'refused' in outcome && outcome.refused === 'UNKNOWN_BILL';
        return unknown ? { receipt: restaurant.receipts.issue(0) } : outcome;
      },
    })),
  },
  'payment:not-booked': {
    title: 'prints a receipt and leaves the table as it was',
    breaks: ['payment/visible-in-table', 'bill/unpaid-lines'],
    decorate: onBills(({ pay, prepare }, { restaurant }) => {
      const totals = new Map<string, number>();
      const receipts = new Map<string, Receipt>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          totals.set(bill.id, bill.total);
          return bill;
        },
        pay: (billId, paymentId) => {
          const total = totals.get(billId);
          if (total === undefined) return pay(billId, paymentId);
          const receipt = receipts.get(billId) ?? restaurant.receipts.issue(total);
          receipts.set(billId, receipt);
          return { receipt };
        },
      };
    }),
  },
  'payment:failure-acknowledged': {
    title: 'answers BillPaymentFailed with a success',
    breaks: ['payment/failed-has-no-result'],
    decorate: answeringFailed({ success: true }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
