import { createMemory } from '../../../retention/memory.ts';
import { type BillStep, type Seated, seated } from '../../../ledgers/till/bills.ts';
import { hasAllOf, missingIn } from '../../../ledgers/till/lines.ts';
import { weightOfLook } from '../../../ledgers/till/look.ts';
import type { Tables } from '../../../ledgers/till/tables.ts';
import { type LinesRow, type WholeBill, without, wholeBillOf, wrong } from './whole-bills.ts';

/** Errors › Bill preparation rejection reasons: what is paid is billed no more, and nothing else is left out for it. */
const rules: readonly Omit<LinesRow, 'requirement'>[] = [
  {
    cause: 'a line of a paid bill billed again',
    look:
      ({ tables, bills }) =>
      ({ isRepeat, bill, asked }) => {
        const last = bills.lastPaid(bill?.tableId ?? '');
        if (isRepeat || bill?.isWhole !== true || last?.isWhole !== true || last.total !== last.paidValue)
          return undefined;
        // In the same session: the payment stands at the table. Where somebody orders more, lines that are alike may merge.
        const table = tables.last(bill.tableId);
        const isShown = table?.isOpen === true && table.payments.includes(last.oaPaymentId);
        if (!isShown || Math.min(table.askedN, asked?.n ?? -1) < last.paidN || bill.total <= 0) return undefined;
        if (!tables.isUntouchedSince(last.askedN) || orderedN(tables, bill.tableId) > last.askedN) return undefined;
        const paid = [...(last.lines?.values() ?? [])];
        const again = paid.filter(({ lineId, kind }) => bill.lines?.get(lineId)?.kind === kind);
        const [first] = again;
        // Who shows the whole check with every bill shows them all.
        if (first === undefined || again.length === paid.length) return undefined;
        return wrong(bill, [last.paidIn], {
          expected: `a bill ${without(first)}, or NO_OPEN_BILL`,
          actual: `the line ${JSON.stringify(first.lineId)} as on the bill that was paid, and others of it no more`,
        });
      },
  },
  {
    cause: 'a bill of a table that is paid to the last',
    look:
      ({ tables, bills }) =>
      ({ isRepeat, bill }) => {
        const [table, last] = [bill?.table, bills.lastPaid(bill?.tableId ?? '')];
        if (isRepeat || bill === undefined || table === undefined || last === undefined) return undefined;
        if (table.askedN < last.paidN || !tables.isUntouchedSince(last.paidN)) return undefined;
        if (last.total !== last.paidValue || bill.total <= 0) return undefined;
        // Totals that say what is still owed are others after a payment than before.
        if (last.table?.openedAt !== table.openedAt || last.table?.total !== table.total) return undefined;
        const ids = [...new Set(table.payments)];
        const sum = ids.reduce((so, one) => so + (tables.payments.payment(one)?.value ?? Number.NaN), 0);
        if (ids.length !== table.paymentCount || sum !== table.total) return undefined;
        return wrong(bill, [last.paidIn], {
          expected: 'success false, reasonCode NO_OPEN_BILL',
          actual: `a bill of ${bill.total}, with ${sum} of ${table.total} paid`,
        });
      },
  },
  {
    cause: 'a line of a prepaid order billed',
    look: ({ tables }, budget) => {
      const orders = createMemory<PrepaidOrder>(budget);
      const leftOut = createMemory<LeftOut>(budget, { weigh: ({ bill }) => weightOfLook(bill.table) });
      const learnOrder = (tableId: string, step: BillStep): void => {
        const last = seated(tables.last(tableId));
        const { success, acceptedItems } = step.result ?? {};
        // How many there are, where all were accepted.
        const items = last && success === true && Array.isArray(acceptedItems) ? acceptedItems.length : undefined;
        const known = leftOut.get(tableId);
        if (known !== undefined && items !== undefined)
          leftOut.set(tableId, { ...known, ordered: known.ordered + items });
        else leftOut.delete(tableId);
        const { oaPaymentId, paidValue } = step.asked ?? {};
        if (oaPaymentId === undefined || paidValue === undefined) return;
        const lines = last && items !== undefined ? linesOfOrder(step, last, items) : undefined;
        if (lines === undefined) orders.delete(tableId);
        else orders.set(tableId, { oaPaymentId, paidValue, lines, n: step.n });
      };
      return (step) => {
        const { messageKind, seen, isRepeat, asked } = step;
        if (messageKind === 'OrderSubmissionRequested' && seen.kind === 'callback' && !isRepeat)
          if (asked?.tableId !== undefined) learnOrder(asked.tableId, step);
        const bill = wholeBillOf(step);
        if (bill === undefined) return undefined;
        const [order, known] = [orders.get(bill.tableId), leftOut.get(bill.tableId)];
        if (known !== undefined && known.bill.table.openedAt === bill.table.openedAt)
          return tables.isUntouchedSince(known.bill.table.askedN) && isBilled(known, bill)
            ? wrong(bill, [known.bill.exchange], {
                expected: `a bill ${without(known.lines[0] ?? '')}`,
                actual: `a bill of ${bill.total} with it`,
              })
            : undefined;
        if (order === undefined || !tables.isUntouchedSince(order.n) || bill.table.askedN < order.n) return undefined;
        const isLeft = order.lines.every((lineId) => bill.table.lines.has(lineId) && !bill.lines.has(lineId));
        if (isLeft && bill.table.payments.includes(order.oaPaymentId))
          leftOut.set(bill.tableId, { ...order, bill, ordered: 0 });
        return undefined;
      };
    },
  },
];

const orderedN = ({ happenings }: Tables, tableId: string): number =>
  Math.max(happenings.mayBeAt('order', tableId), happenings.anywhere('orderElsewhere'));

/** An order that was paid at once, the lines it came to stand on, and its payment. */
interface PrepaidOrder {
  readonly oaPaymentId: string;
  readonly paidValue: number;
  readonly lines: readonly string[];
  readonly n: number;
}

/** The same, and a bill without those lines. */
interface LeftOut extends PrepaidOrder {
  readonly bill: WholeBill;
  /** Items that were accepted there since. */
  readonly ordered: number;
}

/** A line for each of so many items more than before, and all others as before. */
const linesOfOrder = ({ asked, look }: BillStep, before: Seated, items: number): readonly string[] | undefined => {
  const now = look?.lines;
  if (now === undefined || before.askedN > (asked?.n ?? -1)) return undefined;
  const more = missingIn(now, before.lines);
  return more.length === items && now.size === before.lines.size + items ? more.map(({ lineId }) => lineId) : undefined;
};

/** Identifiers may be the places of lines: there are as many more as were ordered, so that none went. */
const isBilled = (
  { bill: former, lines: paid, oaPaymentId, paidValue, ordered }: LeftOut,
  { table, lines, total }: WholeBill,
): boolean =>
  former.table.askedN < table.askedN &&
  table.payments.includes(oaPaymentId) &&
  table.lines.size === former.table.lines.size + ordered &&
  hasAllOf(table.lines, former.table.lines) &&
  paid.every((lineId) => lines.has(lineId)) &&
  paidValue > 0 &&
  total - former.total === table.total - former.table.total + paidValue;

export const paidLines = rules.map((rule): LinesRow => ({ ...rule, requirement: 'bill/unpaid-lines' }));
