import { createMemory } from '../../retention/memory.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Row, Sight } from '../../evidence/row.ts';
import type { Bills, BillStep } from '../../ledgers/till/bills.ts';
import { costOf, type Line, type Lines, tellingTexts } from '../../ledgers/till/lines.ts';
import { type Look, weightOfLook } from '../../ledgers/till/looks.ts';
import { weightOf } from '../../retention/weight.ts';
import { onceOnly } from '../by-chance.ts';

export type LinesRow = Row<BillStep, Bills, 'bill/no-open-bill'>;

/** The first bill of a whole table that was asked for by the last look at it. */
export interface WholeBill {
  readonly table: Look;
  readonly lines: Lines;
  readonly total: number;
  readonly exchange: number;
  readonly posBillId: string;
}

export const wholeBillOf = ({ isRepeat, bill }: BillStep): WholeBill | undefined => {
  const { table, lines, total, exchange, posBillId } = bill ?? {};
  if (isRepeat || table === undefined || lines === undefined || total === undefined || total < 0) return undefined;
  return { table, lines, total, exchange: exchange ?? -1, posBillId: posBillId ?? '' };
};

export const named = (lineId: string): string => JSON.stringify(lineId);
export const idsOf = (lines: Lines): readonly string[] => [...lines.keys()];
export const missingIn = (lines: Lines, other: Lines): readonly Line[] =>
  [...lines.values()].filter(({ lineId }) => !other.has(lineId));
export const hasAllOf = (lines: Lines, other: Lines): boolean =>
  [...other.values()].every(({ lineId, cost }) => lines.get(lineId)?.cost === cost);

/** What a whole bill of a table must hold: the lines that stand there and are not paid, at what they cost. Who shows a line in a way of its own may know more. */
const rules: readonly Omit<LinesRow, 'requirement' | 'pointer'>[] = [
  {
    cause: 'a cancelled line billed',
    message:
      'A bill has a line, and what it costs, that was cancelled before, and that the snapshot which the bill was asked for by has no more; bill what stands on the table.',
    look: (bills, budget) => {
      const gone = createMemory<readonly Line[]>(budget);
      return (step) => {
        const { tableId, look, lastLook } = step;
        const lost = look && lastLook ? missingIn(lastLook.lines, look.lines) : [];
        if (lost.length > 0 && lastLook !== undefined) {
          const telling = tellingTexts(lastLook.lines);
          const now = lost.map((line) => ({ ...line, texts: telling(line) }));
          gone.set(tableId, [...(gone.get(tableId) ?? []), ...now].slice(-mostCancelled));
        }
        const bill = wholeBillOf(step);
        if (bill === undefined || bills.byHand().n > bill.table.n) return undefined;
        const { table, lines, total } = bill;
        const more = missingIn(lines, table.lines);
        const [first] = more;
        // Identifiers may be the places of lines: it is the line of then by its price and by what it says.
        const isItself = (line: Line): boolean =>
          gone
            .get(tableId)
            ?.some(
              ({ lineId, cost, texts }) =>
                lineId === line.lineId && cost === line.cost && texts.some((text) => line.texts.includes(text)),
            ) === true;
        const isCancelled = (line: Line): boolean =>
          isItself(line) && bills.byHand().cancelled.some((text) => text.includes(named(line.lineId)));
        if (first === undefined || !more.every(isCancelled)) return undefined;
        // A bill may well name it, where it costs nothing.
        const isDearer = costOf(more) > 0 && total === table.total + costOf(more);
        if (!isDearer || lines.size !== table.lines.size + more.length) return undefined;
        return {
          ...citing(bill, table.exchange),
          expected: `a bill of ${table.total}, without the line ${named(first.lineId)}`,
          actual: `${total}, with that line`,
        };
      };
    },
  },
  {
    cause: 'a cancelled line left and billed',
    message:
      'A line that was cancelled, says its event, stands on the table as before and is billed; a line that is cancelled is gone, or shown as cancelled, and nobody pays for it.',
    // Whoever has cancelled it may take that back without an event, but hardly twice.
    onceOnly,
    look: (bills, budget) => {
      const tables = createMemory<Uncancelled>(budget, { weigh: ({ table }) => weightOfLook(table) });
      return (step) => {
        const { tableId, look, lastLook: before } = step;
        if (look !== undefined && before !== undefined) {
          if (look.updatedAt !== before.updatedAt) tables.delete(tableId);
          const found = uncancelledIn(before, look, bills);
          if (found !== undefined) tables.set(tableId, found);
        }
        const [bill, known] = [wholeBillOf(step), tables.get(tableId)];
        if (bill === undefined || known === undefined || bills.byHand().n > known.table.n) return undefined;
        const { lines, table, total } = bill;
        const { cost = 0 } = lines.get(known.lineId) ?? {};
        const isWhole = lines.size === table.lines.size && total === table.total;
        if (table.updatedAt !== known.table.updatedAt || !isWhole) return undefined;
        if (cost <= 0 || cost !== table.lines.get(known.lineId)?.cost) return undefined;
        tables.delete(tableId);
        const { gone, lineId } = known;
        return {
          ...citing(bill, known.exchange, known.table.exchange),
          expected: `a bill of ${gone === undefined ? `less than ${total}, ` : ''}without the line ${named(lineId)}`,
          actual: `${total}, with that line${gone === undefined ? '' : `, and without ${named(gone)}`}`,
          ...(gone !== undefined && goneInstead),
        };
      };
    },
  },
  {
    cause: 'unpaid lines left out of a bill',
    message:
      'A bill of a whole table has some of its lines only, though nobody paid for as much, so that nobody pays for the others; without items all that is not paid yet is billed.',
    look: (bills, budget) => {
      const prepaid = createPrepaid(bills, budget);
      return (step) => {
        prepaid.see(step);
        const bill = wholeBillOf(step);
        if (bill === undefined || bills.mayWait(step.tableId, bill.posBillId)) return undefined;
        const { table, lines, total } = bill;
        const known = prepaid.of(step.tableId);
        if (known === undefined || table.paymentCount !== known.payments.length) return undefined;
        const { sum, before } = known;
        if (bills.byHand().n > (before?.n ?? table.n) || !hasAllOf(table.lines, lines)) return undefined;
        const others = missingIn(table.lines, lines);
        const billedKinds = new Set(idsOf(lines).map((lineId) => table.lines.get(lineId)?.kind));
        // What nobody has confirmed yet may be shown in a way of its own.
        const isTelling = ({ lineId, kind }: Line): boolean =>
          known.payments.length === 0
            ? billedKinds.has(kind)
            : before?.lines.has(lineId) === true && before.lines.get(lineId)?.kind !== kind;
        const alike = others.find(isTelling);
        const cost = costOf(others);
        if (alike === undefined || cost <= sum || table.total - total !== cost) return undefined;
        return {
          ...citing(bill, table.exchange),
          expected: `a bill of ${table.total - sum}, with the line ${named(alike.lineId)} and all that is not paid`,
          actual: `a bill of ${total}, with ${lines.size} of them`,
        };
      };
    },
  },
];

const mostCancelled = 10;

export const citing = (
  { exchange }: { readonly exchange: number },
  ...others: readonly number[]
): Pick<Sight, 'unlike' | 'exchanges'> => ({
  unlike: exchange,
  exchanges: [...others, exchange],
});

/** A line that was cancelled, and a table that has it as before. */
interface Uncancelled {
  readonly lineId: string;
  /** The line that is gone in its place, where one is. */
  readonly gone: string | undefined;
  readonly table: Look;
  readonly exchange: number;
}

const goneInstead = {
  cause: 'another line gone than was cancelled',
  message:
    'A line that was cancelled, says its event, stands on the table as before and is billed, and another one is gone in its place, which nobody pays for; cancel the line that the event names.',
};

/**
 * Events › Change types: LINE_CANCELLED names one line of several, the table has been updated since and shows the very lines and totals of
 * before; or one that is unlike it is gone in its place. Where identifiers are the places of lines, it is the last one that is gone.
 */
const uncancelledIn = (before: Look, now: Look, bills: Bills): Uncancelled | undefined => {
  const { n, formerN, cancellation, exchange } = bills.byHand();
  if (cancellation === undefined || formerN > before.n || n < before.n || n > now.n) return undefined;
  const isAlike = [...now.lines.values()].every(({ lineId, kind }) => before.lines.get(lineId)?.kind === kind);
  if (now.updatedAt === before.updatedAt || now.paymentCount !== before.paymentCount || !isAlike) return undefined;
  const [lineId, ...more] = idsOf(now.lines).filter((one) => cancellation.ids.has(one));
  if (lineId === undefined || more.length > 0 || now.lines.size < 2) return undefined;
  const [gone, ...others] = missingIn(before.lines, now.lines);
  const isOther =
    gone === undefined || (!cancellation.text.includes(gone.lineId) && gone.kind !== before.lines.get(lineId)?.kind);
  if (others.length > 0 || !isOther || before.total - now.total !== (gone?.cost ?? 0)) return undefined;
  return { lineId, gone: gone?.lineId, table: now, exchange };
};

/** Orders of a table that were paid at once, and the table as it was shown before the last of them. */
interface Prepaid {
  readonly payments: readonly string[];
  readonly sum: number;
  readonly before: Look | undefined;
}

/** Of a table with more of them nobody knows what they came to. */
const mostPayments = 20;

/** Undefined for a table where something else was paid, which a till may know otherwise than by the payments it shows. */
const createPrepaid = (bills: Bills, budget: ByteBudget) => {
  const unclear = createMemory<true>(budget);
  const prepaid = createMemory<Prepaid>(budget, {
    weigh: ({ before, ...rest }) => weightOf(rest) + (before === undefined ? 0 : weightOfLook(before)),
  });
  const of = (tableId: string): Prepaid => prepaid.get(tableId) ?? { payments: [], sum: 0, before: undefined };
  return {
    see({ asked: { oaPaymentId, paidValue, posBillId, tableId }, lastLook: before }: BillStep): void {
      const billed = bills.get(posBillId);
      if (oaPaymentId === undefined) return;
      if (billed !== undefined) unclear.set(billed.tableId, true);
      if (tableId === undefined) return;
      const { payments, sum } = of(tableId);
      if (payments.includes(oaPaymentId)) return;
      if (paidValue === undefined || payments.length === mostPayments) unclear.set(tableId, true);
      else prepaid.set(tableId, { payments: [...payments, oaPaymentId], sum: sum + paidValue, before });
    },
    of: (tableId: string): Prepaid | undefined =>
      unclear.has(tableId) || unclear.hasForgotten() || prepaid.hasForgotten() ? undefined : of(tableId),
  };
};

export const billedLines = rules.map(
  (rule): LinesRow => ({ ...rule, requirement: 'bill/no-open-bill', pointer: '/bill/lines' }),
);
