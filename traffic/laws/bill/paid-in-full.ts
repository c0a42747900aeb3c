import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import { largestIn } from '../../ledgers/till/minor-units.ts';
import type { CheckedTables } from '../../ledgers/till/checked-table.ts';

/** A bill of a whole table, and what the table came to then. */
interface Billed {
  readonly tableId: string;
  readonly openedAt: unknown;
  readonly tableTotal: number;
  readonly total: number;
}

interface Paid extends Billed {
  readonly doneN: number;
  readonly exchange: number;
}

/**
 * Errors › Bill preparation rejection reasons: without an open bill the reason is NO_OPEN_BILL. A bill of a whole table was paid, the
 * table comes to what it did before, and so do all payments that it shows: nothing is left to be paid. Totals that say what is still
 * owed are others after a payment than before.
 */
export const createPaidInFull = (budget: ByteBudget, checked: CheckedTables, byHandAt: () => number) => {
  const bills = createMemory<Billed>(budget);
  const paid = createMemory<Paid>(budget);
  const values = createMemory<number>(budget);
  return {
    see({ messageKind, deliveries: [asked], callbacks }: Handling, seen: TillTraffic): void {
      const { posBillId = '', oaPaymentId, paidValue } = asked ?? {};
      if (oaPaymentId === undefined || paidValue === undefined) return;
      values.set(oaPaymentId, paidValue);
      const bill = bills.get(posBillId);
      if (messageKind !== 'BillPaymentCompleted' || seen.kind !== 'callback' || bill?.total !== paidValue) return;
      if (callbacks.length > 1 || !isAccepted(seen) || Object(seen.body).success !== true) return;
      paid.set(bill.tableId, { ...bill, doneN: seen.n, exchange: seen.exchange });
    },
    look(handling: Handling, { body, exchange }: TrafficOf<'callback'>): Finding | undefined {
      const [table, posBillId] = [checked.current(handling), preparedIn(body)];
      const [tableId, total] = [handling.deliveries[0]?.tableId ?? '', largestIn(Object(Object(body).bill).totals)];
      if (table === undefined || posBillId === undefined) return undefined;
      bills.set(posBillId, { tableId, openedAt: table.openedAt, tableTotal: table.total, total });
      const last = paid.get(tableId);
      if (last === undefined || table.n < last.doneN || byHandAt() > last.doneN || total <= 0) return undefined;
      const isSame = last.openedAt === table.openedAt && last.tableTotal === table.total;
      const ids = [...new Set(table.payments)];
      const sum = ids.reduce((before, one) => before + (values.get(one) ?? Number.NaN), 0);
      if (!isSame || ids.length !== table.paymentCount || sum !== table.total) return undefined;
      return stillBilled(last, { total, exchange });
    },
  };
};

const stillBilled = (
  last: Paid,
  { total, exchange }: { readonly total: number; readonly exchange: number },
): Finding => ({
  message:
    'A table was paid to the last, as its totals and its payments show, and a bill of it could be prepared all the same; a payment covers all of the lines that its bill was for, every piece of them.',
  expected: 'success false, reasonCode NO_OPEN_BILL',
  actual: `a bill of ${total}, with ${last.tableTotal} of ${last.tableTotal} paid`,
  pointer: '/success',
  exchanges: [last.exchange, exchange],
  cause: 'a bill of a table that is paid to the last',
});
