import { createMemory } from '../../retention/memory.ts';
import { weightOf } from '../../retention/weight.ts';
import type { BillStep, PaidBill } from '../../ledgers/till/bills.ts';
import { type Line, linesById, tellingTexts, wordsOf } from '../../ledgers/till/lines.ts';
import { type Look, weightOfLook } from '../../ledgers/till/looks.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { onceOnly } from '../by-chance.ts';
import {
  citing,
  idsOf,
  hasAllOf,
  type LinesRow,
  missingIn,
  named,
  type WholeBill,
  wholeBillOf,
} from './billed-lines.ts';

/** Errors › Bill preparation rejection reasons: what is paid is billed no more, and only that. */
const rules: readonly Omit<LinesRow, 'requirement'>[] = [
  {
    cause: 'a line of a paid bill billed again',
    message:
      'A line of a bill that was paid stands on the next bill of its table, so that the customer pays it twice; all lines of a bill are paid with it.',
    pointer: '/bill/lines',
    look: (bills) => (step) => {
      const { isRepeat, bill, tableId, asked } = step;
      const last = bills.lastPaid(tableId);
      if (isRepeat || bill?.isWhole !== true || last?.isWhole !== true || last.total !== last.paidValue)
        return undefined;
      // In the same session: the payment stands at the table. Lines that are alike may merge where somebody orders more.
      if (!last.isShown || asked.n < last.paidN || bill.total <= 0) return undefined;
      if (Math.max(bills.byHand().n, bills.orderedN(tableId)) > last.askedN) return undefined;
      const again = [...(last.lines?.values() ?? [])].filter(
        ({ lineId, kind }) => bill.lines?.get(lineId)?.kind === kind,
      );
      const [first] = again;
      // Who shows the whole check with every bill shows them all.
      if (first === undefined || again.length === last.lines?.size) return undefined;
      return {
        ...citing(bill, last.paidIn),
        expected: `a bill without the line ${named(first.lineId)}, or NO_OPEN_BILL`,
        actual: `the line ${named(first.lineId)} as on the bill that was paid, and others of it no more`,
      };
    },
  },
  {
    cause: 'a bill of a table that is paid to the last',
    message:
      'A table was paid to the last, as its totals and its payments show, and a bill of it could be prepared all the same; a payment covers all of the lines that its bill was for, every piece of them.',
    pointer: '/success',
    look:
      (bills) =>
      ({ isRepeat, bill, tableId }) => {
        const [table, last] = [bill?.table, bills.lastPaid(tableId)];
        if (isRepeat || bill === undefined || table === undefined || last === undefined) return undefined;
        if (table.n < last.paidN || bills.byHand().n > last.paidN) return undefined;
        if (last.total !== last.paidValue || bill.total <= 0) return undefined;
        // Totals that say what is still owed are others after a payment than before.
        if (last.table?.openedAt !== table.openedAt || last.table?.total !== table.total) return undefined;
        const ids = [...new Set(table.payments)];
        const sum = ids.reduce((before, one) => before + (bills.valueOf(one) ?? Number.NaN), 0);
        if (ids.length !== table.paymentCount || sum !== table.total) return undefined;
        return {
          ...citing(bill, last.paidIn),
          expected: 'success false, reasonCode NO_OPEN_BILL',
          actual: `a bill of ${bill.total}, with ${table.total} of ${table.total} paid`,
        };
      },
  },
  {
    cause: 'lines of the same paid along',
    message:
      'With some lines of a table that were paid others of the same count as paid, and the next bill leaves them out, so that nobody pays for them; a payment settles the lines of its bill.',
    pointer: '/bill/lines',
    // Somebody may have paid for just these otherwise, but hardly twice.
    onceOnly,
    look: (bills, budget) => {
      const judged = createMemory<string>(budget);
      return (step) => {
        const [bill, paid] = [wholeBillOf(step), bills.lastPaid(step.tableId)];
        if (bill === undefined || paid === undefined || bill.table.n < paid.paidN) return undefined;
        if (judged.get(step.tableId) === paid.oaPaymentId) return undefined;
        judged.set(step.tableId, paid.oaPaymentId);
        const [first] = bills.byHand().n > (paid.before?.n ?? -1) ? [] : paidAlong(paid, bill);
        return (
          first && {
            ...citing(bill, paid.before?.exchange ?? -1, paid.paidIn),
            expected: `a bill of all but what the payment of ${paid.paidValue} was for, with the line ${named(first.lineId)}`,
            actual: `a bill of ${bill.total}, without it`,
          }
        );
      };
    },
  },
  {
    cause: 'a line of a prepaid order billed',
    message:
      'A line of an order that was paid at once stands on a bill and is part of what it costs, though the bill before was without it; what is paid stays paid whatever is ordered later.',
    pointer: '/bill/lines',
    look: (bills, budget) => {
      const orders = createMemory<PrepaidOrder>(budget);
      const leftOut = createMemory<LeftOut>(budget, {
        weigh: ({ table, ...rest }) => weightOf(rest) + weightOfLook(table),
      });
      const learnOrder = (step: BillStep): void => {
        const { tableId, asked, seen } = step;
        const items = acceptedItemsIn(step);
        const known = leftOut.get(tableId);
        if (known !== undefined && items !== undefined)
          leftOut.set(tableId, { ...known, ordered: known.ordered + items });
        else leftOut.delete(tableId);
        const { oaPaymentId, paidValue } = asked;
        if (oaPaymentId === undefined || paidValue === undefined) return;
        const lines = items === undefined ? undefined : linesOfOrder(step, items);
        if (lines === undefined) orders.delete(tableId);
        else orders.set(tableId, { oaPaymentId, paidValue, lines, n: seen.n });
      };
      return (step) => {
        const { tableId, handling, seen, isRepeat, asked } = step;
        const isOrder = handling.messageKind === 'OrderSubmissionRequested' && seen.kind === 'callback';
        if (isOrder && !isRepeat && asked.tableId !== undefined) learnOrder(step);
        const bill = wholeBillOf(step);
        if (bill === undefined) return undefined;
        const [order, known] = [orders.get(tableId), leftOut.get(tableId)];
        if (known !== undefined && known.table.openedAt === bill.table.openedAt)
          return bills.byHand().n < known.table.n && isBilled(known, bill)
            ? {
                ...citing(bill, known.exchange),
                expected: `a bill without the line ${named(known.lines[0] ?? '')}`,
                actual: `a bill of ${bill.total} with it`,
              }
            : undefined;
        const { table, lines, total, exchange } = bill;
        if (order === undefined || bills.byHand().n > order.n || table.n < order.n) return undefined;
        const isLeft = order.lines.every((lineId) => table.lines.has(lineId) && !lines.has(lineId));
        if (isLeft && table.payments.includes(order.oaPaymentId))
          leftOut.set(tableId, { ...order, table, total, exchange, ordered: 0 });
        return undefined;
      };
    },
  },
];

/** Lines of the same, as words tell, that were not paid, are shown in another way since, and are left out, though it was the first payment. */
const paidAlong = ({ before, lines: part, paidValue = 0, isWhole }: PaidBill, bill: WholeBill): readonly Line[] => {
  const { table, lines, total } = bill;
  if (isWhole || before === undefined || part === undefined) return [];
  const isNext =
    table.openedAt === before.openedAt &&
    before.paymentCount === 0 &&
    table.paymentCount === 1 &&
    table.lines.size === before.lines.size &&
    hasAllOf(before.lines, table.lines);
  // Of what the table owed before, more is not billed than was paid.
  const isShort = paidValue > 0 && before.total - paidValue > total && missingIn(part, before.lines).length === 0;
  const changed = [...table.lines.values()].filter(({ lineId, kind }) => before.lines.get(lineId)?.kind !== kind);
  const along = changed.filter(({ lineId }) => !part.has(lineId));
  if (!isNext || !isShort || changed.some(({ lineId }) => lines.has(lineId))) return [];
  if (changed.length !== along.length + part.size) return [];
  const telling = tellingTexts(before.lines);
  const wordsIn = (lineId: string): readonly string[] => {
    const line = before.lines.get(lineId);
    return line === undefined ? [] : wordsOf({ ...line, texts: telling(line) });
  };
  const words = new Set(idsOf(part).flatMap(wordsIn));
  return along.every(({ lineId }) => wordsIn(lineId).some((text) => words.has(text))) ? along : [];
};

/** An order that was paid at once, the lines it came to stand on, and its payment. */
interface PrepaidOrder {
  readonly oaPaymentId: string;
  readonly paidValue: number;
  readonly lines: readonly string[];
  readonly n: number;
}

/** A table on which lines of a prepaid order stand, and of which a bill was made without them. */
interface LeftOut extends PrepaidOrder {
  readonly table: Look;
  /** What the bill without them came to. */
  readonly total: number;
  readonly exchange: number;
  /** Items that were accepted there since. */
  readonly ordered: number;
}

/** How many items of an order were accepted, where all were and the table was shown before. */
const acceptedItemsIn = ({ seen, result, lastLook }: BillStep): number | undefined => {
  const { success, acceptedItems } = Object(result);
  const isWhole = seen.kind === 'callback' && isAccepted(seen) && success === true && lastLook !== undefined;
  return isWhole && Array.isArray(acceptedItems) ? acceptedItems.length : undefined;
};

/** A line for each item more than before, and all others as before. */
const linesOfOrder = ({ asked, result, lastLook }: BillStep, items: number): readonly string[] | undefined => {
  const now = linesById(Object(result?.['tableOrderSnapshot']).lines);
  if (now === undefined || lastLook === undefined || lastLook.n > asked.n) return undefined;
  const more = missingIn(now, lastLook.lines);
  const isOwn = more.length === items && now.size === lastLook.lines.size + items;
  return isOwn ? more.map(({ lineId }) => lineId) : undefined;
};

/** Identifiers may be the places of lines: there are as many more as were ordered, so that none went. */
const isBilled = (
  { table: before, lines: paid, oaPaymentId, paidValue, ordered, total: formerly }: LeftOut,
  { table, lines, total }: WholeBill,
): boolean =>
  before.n < table.n &&
  table.payments.includes(oaPaymentId) &&
  table.lines.size === before.lines.size + ordered &&
  hasAllOf(table.lines, before.lines) &&
  paid.every((lineId) => lines.has(lineId)) &&
  paidValue > 0 &&
  total - formerly === table.total - before.total + paidValue;

export const paidLines = rules.map((rule): LinesRow => ({ ...rule, requirement: 'bill/no-open-bill' }));
