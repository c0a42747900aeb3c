import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';
import { createWaitingBills } from './waiting-bills.ts';
import { type Checked, type CheckedBill, type CheckedTables, weightOfTable } from '../../ledgers/till/checked-table.ts';
import { weightOf } from '../../retention/weight.ts';

/** Of a table with more of them nobody knows what they came to. */
const mostPayments = 20;

/** Orders of a table that were paid at once, and the table as it was shown before the last of them. */
interface Prepaid {
  readonly payments: readonly string[];
  readonly sum: number;
  readonly before: Checked | undefined;
}

/**
 * Errors › Bill preparation rejection reasons: what is not paid yet is billed. A bill of a whole table, on which nothing was paid, has
 * some of the lines that its checkpoint is of, and costs less by just what the others do. What somebody else is about to
 * pay may be left out, and what nobody has confirmed yet may be shown in a way of its own: one of the others is like one that is billed.
 * Where there are payments of orders alone, what is left out costs more than they came to, and one of those lines was there before, and
 * was shown in another way once such an order came.
 */
export const createLeftOutLines = (budget: ByteBudget, checked: CheckedTables, byHandAt: () => number) => {
  const tables = createMemory<string>(budget);
  const waiting = createWaitingBills(budget, tables.get);
  /** Tables where something was paid, which a till may know otherwise than by the payments it shows. */
  const paid = createMemory<true>(budget);
  const prepaid = createMemory<Prepaid>(budget, {
    weigh: ({ before, ...rest }) => weightOf(rest) + (before === undefined ? 0 : weightOfTable(before)),
  });
  const prepay = (tableId: string, oaPaymentId: string, paidValue: number): void => {
    const { payments = [], sum = 0 } = prepaid.get(tableId) ?? {};
    if (payments.includes(oaPaymentId)) return;
    if (payments.length === mostPayments) paid.set(tableId, true);
    const before = checked.last(tableId);
    prepaid.set(tableId, { payments: [...payments, oaPaymentId].slice(-mostPayments), sum: sum + paidValue, before });
  };
  return {
    see({ messageKind, deliveries: [asked] }: Handling, seen: TillTraffic): void {
      const { posBillId, tableId, oaPaymentId, paidValue } = asked ?? {};
      if (oaPaymentId !== undefined && tableId !== undefined)
        if (paidValue === undefined) paid.set(tableId, true);
        else prepay(tableId, oaPaymentId, paidValue);
      if (messageKind === 'BillPreparationRequested' && seen.kind === 'callback') {
        const prepared = preparedIn(seen.body);
        if (tableId === undefined || prepared === undefined) return;
        waiting.prepared(tableId, prepared);
        tables.set(prepared, tableId);
      }
      const billed = posBillId === undefined ? undefined : tables.get(posBillId);
      if (billed !== undefined && oaPaymentId !== undefined) paid.set(billed, true);
      const isDone = seen.kind === 'delete' || (seen.kind === 'callback' && isAccepted(seen));
      if (isDone) waiting.settled(posBillId);
    },
    look({ tableId, table, lines, total, exchange }: CheckedBill, posBillId: string): Finding | undefined {
      const { payments = [], sum = 0, before } = prepaid.get(tableId) ?? {};
      if (table.paymentCount !== payments.length || paid.has(tableId) || prepaid.hasForgotten()) return undefined;
      if (byHandAt() > (before?.n ?? table.n) || waiting.hasForgotten() || paid.hasForgotten()) return undefined;
      if (waiting.isAnother(tableId, posBillId)) return undefined;
      if ([...lines].some(([lineId, cost]) => table.lines.get(lineId) !== cost)) return undefined;
      const others = [...table.lines].filter(([lineId]) => !lines.has(lineId));
      const billedKinds = new Set([...lines.keys()].map((lineId) => table.kinds.get(lineId)));
      const isChanged = (lineId: string): boolean =>
        before?.kinds.has(lineId) === true && before.kinds.get(lineId) !== table.kinds.get(lineId);
      const alike = others.find(([lineId]) =>
        payments.length === 0 ? billedKinds.has(table.kinds.get(lineId)) : isChanged(lineId),
      );
      const cost = others.reduce((sum, [, one]) => sum + one, 0);
      if (alike === undefined || cost <= sum || table.total - total !== cost) return undefined;
      return leftOut(alike[0], { lines, table, total, exchange }, sum);
    },
  };
};

const leftOut = (
  lineId: string,
  { lines, table, total, exchange }: Omit<CheckedBill, 'tableId' | 'shown'>,
  sum: number,
): Finding => ({
  message:
    'A bill of a whole table has some of its lines only, though nobody paid for as much, so that nobody pays for the others; without items all that is not paid yet is billed.',
  expected: `a bill of ${table.total - sum}, with the line ${JSON.stringify(lineId)} and all that is not paid`,
  actual: `a bill of ${total}, with ${lines.size} of them`,
  pointer: '/bill/lines',
  exchanges: [table.exchange, exchange],
  cause: 'unpaid lines left out of a bill',
});
