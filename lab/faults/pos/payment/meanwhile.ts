import { onBills } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Bills } from '#mocks/pos/restaurant/bills';
import type { Line } from '#mocks/pos/restaurant/tables';

/** What becomes of what is ordered while a bill waits to be paid, and of payments that are as much as another. */
export const meanwhileFaults = {
  'payment:covers-later-order': {
    title: 'a payment settles what was ordered since its bill was prepared, too',
    breaks: ['bill/unpaid-lines'],
    decorate: sinceBill('paid', (line, paymentId) => ({ ...line, paidBy: line.paidBy ?? paymentId })),
  },
  'payment:drops-later-order': {
    title: 'a payment makes its table what it was when the bill was prepared',
    breaks: ['bill/unpaid-lines'],
    decorate: sinceBill('paid', () => undefined),
  },
  'bill:failure-drops-order': {
    title: 'a payment that failed makes its table what it was when the bill was prepared',
    breaks: ['payment/failed-releases-bill'],
    decorate: sinceBill('failed', () => undefined),
  },
  'payment:equal-is-a-repeat': {
    title: 'takes a payment for a repeat of one of the same amount at its table',
    breaks: ['bill/unpaid-lines', 'payment/visible-in-table'],
    decorate: onBills(({ prepare, pay }) => {
      const bills = new Map<string, string>();
      const receipts = new Map<string, ReturnType<Bills['pay']>>();
      return {
        prepare: (tableId, lines) => {
          const bill = prepare(tableId, lines);
          bills.set(bill.id, `${tableId} ${bill.total}`);
          return bill;
        },
        pay: (billId, paymentId) => {
          const key = bills.get(billId) ?? '';
          const known = receipts.get(key);
          if (known !== undefined) return known;
          const outcome = pay(billId, paymentId);
          if ('receipt' in outcome && key !== '') receipts.set(key, outcome);
          return outcome;
        },
      };
    }),
  },
} as const satisfies Readonly<Record<string, PosFault>>;

/** Does something to the lines that came after a bill was prepared, once it was paid or its payment failed; undefined takes one off. */
function sinceBill(
  when: 'paid' | 'failed',
  change: (line: Line, paymentId: string) => Line | undefined,
): TillDecorator {
  return onBills(({ prepare, pay, release }, { restaurant: { tables } }) => {
    const linesOf = (tableId: string): readonly Line[] => tables.find(tableId)?.lines ?? [];
    const bills = new Map<string, { readonly tableId: string; readonly known: ReadonlySet<string> }>();
    const settle = (billId: string, paymentId: string): void => {
      const { tableId, known } = bills.get(billId) ?? {};
      bills.delete(billId);
      if (tableId === undefined || linesOf(tableId).every(({ id }) => known?.has(id) === true)) return;
      tables.change(tableId, ({ lines }) => ({
        lines: lines.flatMap((line) => (known?.has(line.id) === true ? line : (change(line, paymentId) ?? []))),
      }));
    };
    return {
      prepare: (tableId, lines) => {
        const bill = prepare(tableId, lines);
        bills.set(bill.id, { tableId, known: new Set(linesOf(tableId).map(({ id }) => id)) });
        return bill;
      },
      pay: (billId, paymentId) => {
        const outcome = pay(billId, paymentId);
        if (when === 'paid' && 'receipt' in outcome) settle(billId, paymentId);
        return outcome;
      },
      release: (billId) => {
        release(billId);
        if (when === 'failed') settle(billId, '');
      },
    };
  });
}
