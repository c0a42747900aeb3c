import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { weightOf } from '../../retention/weight.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import {
  type Checked,
  type CheckedBill,
  type CheckedTables,
  pricedLines,
  weightOfTable,
} from '../../ledgers/till/checked-table.ts';

/** A table on which lines of a prepaid order stand, and of which a bill was made without them. */
interface LeftOut {
  readonly table: Checked;
  readonly lines: readonly string[];
  readonly oaPaymentId: string;
  readonly paidValue: number;
  /** What the bill without them came to. */
  readonly total: number;
  readonly exchange: number;
  /** Items that were accepted there since. */
  readonly ordered: number;
}

/** An order that was paid at once, the lines it came to stand on, and its payment. */
interface Prepaid {
  readonly oaPaymentId: string;
  readonly paidValue: number;
  readonly lines: readonly string[];
  readonly n: number;
}

/**
 * Errors › Bill preparation rejection reasons: what is not paid yet is billed, and nothing else. A line that a prepaid order came with was
 * left out of a bill, as it should be; a later one of the session
 * names it, and is by its payment dearer than the order since made it, though the payment stands at the table still.
 * Identifiers may be the places of lines: there are as many more as were ordered, so that none went.
 */
export const createPrepaidLines = (budget: ByteBudget, checked: CheckedTables, byHandAt: () => number) => {
  const prepaid = createMemory<Prepaid>(budget);
  const leftOut = createMemory<LeftOut>(budget, {
    weigh: ({ table, ...rest }) => weightOf(rest) + weightOfTable(table),
  });
  const isRepeat = createRepeats(budget);
  return {
    /** What an order came with, against the table as it was shown before. */
    ordered(handling: Handling, seen: TillTraffic): void {
      if (handling.messageKind !== 'OrderSubmissionRequested' || seen.kind !== 'callback' || isRepeat(handling)) return;
      const { tableId, oaPaymentId, paidValue, n } = handling.deliveries[0] ?? {};
      if (tableId === undefined || n === undefined) return;
      const { success, acceptedItems, tableOrderSnapshot } = Object(seen.body);
      const before = checked.last(tableId);
      const known = leftOut.get(tableId);
      const isWhole =
        success === true &&
        Array.isArray(acceptedItems) &&
        isAccepted(seen) &&
        seen.unkept !== true &&
        before !== undefined;
      if (known !== undefined && isWhole)
        leftOut.set(tableId, { ...known, ordered: known.ordered + acceptedItems.length });
      else leftOut.delete(tableId);
      if (oaPaymentId === undefined || paidValue === undefined) return;
      const lines = pricedLines(Object(tableOrderSnapshot).lines);
      const more = [...(lines?.keys() ?? [])].filter((lineId) => before?.lines.has(lineId) === false);
      const isOwn = isWhole && before.n < n && more.length === acceptedItems.length;
      if (isOwn && lines?.size === before.lines.size + more.length)
        prepaid.set(tableId, { oaPaymentId, paidValue, lines: more, n: seen.n });
      else prepaid.delete(tableId);
    },
    look(bill: CheckedBill): Finding | undefined {
      const { tableId, table, lines, total, exchange } = bill;
      const [paid, known] = [prepaid.get(tableId), leftOut.get(tableId)];
      if (known !== undefined && known.table.openedAt === table.openedAt)
        return byHandAt() < known.table.n && isBilled(known, bill) ? billed(known, bill) : undefined;
      if (paid === undefined || byHandAt() > paid.n || table.n < paid.n) return undefined;
      const isLeft = paid.lines.every((lineId) => table.lines.has(lineId) && !lines.has(lineId));
      if (isLeft && table.payments.includes(paid.oaPaymentId))
        leftOut.set(tableId, { ...paid, table, total, exchange, ordered: 0 });
      return undefined;
    },
  };
};

/** In the same session. */
const isBilled = (
  { table: before, lines: paid, oaPaymentId, paidValue, ordered, total: formerly }: LeftOut,
  { table, lines, total }: CheckedBill,
): boolean =>
  before.n < table.n &&
  table.payments.includes(oaPaymentId) &&
  table.lines.size === before.lines.size + ordered &&
  [...before.lines].every(([lineId, cost]) => table.lines.get(lineId) === cost) &&
  paid.every((lineId) => lines.has(lineId)) &&
  paidValue > 0 &&
  total - formerly === table.total - before.total + paidValue;

const billed = ({ lines, exchange }: LeftOut, bill: CheckedBill): Finding => ({
  message:
    'A line of an order that was paid at once stands on a bill and is part of what it costs, though the bill before was without it; what is paid stays paid whatever is ordered later.',
  expected: `a bill without the line ${JSON.stringify(lines[0] ?? '')}`,
  actual: `a bill of ${bill.total} with it`,
  pointer: '/bill/lines',
  exchanges: [exchange, bill.exchange],
  cause: 'a line of a prepaid order billed',
});
