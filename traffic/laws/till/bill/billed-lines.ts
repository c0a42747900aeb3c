import { onceOnly } from '../../../evidence/row.ts';
import { createMemory } from '../../../retention/memory.ts';
import { weightOf } from '../../../retention/weight.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { type BillStep, type Seated, seated } from '../../../ledgers/till/bills.ts';
import type { ByHand } from '../../../ledgers/till/changed-by-hand.ts';
import type { TillLedgers } from '../../../ledgers/till/ledgers.ts';
import { changedSince, costOf, hasAllOf, type Line, missingIn, tellingTexts } from '../../../ledgers/till/lines.ts';
import { weightOfLook } from '../../../ledgers/till/look.ts';
import { type LinesRow, without, wholeBillOf, wrong } from './whole-bills.ts';

/** What is older is forgotten. */
const [mostGone, mostPayments] = [10, 20];

/** Errors › Bill preparation rejection reasons: a bill has what stands on the table and is not paid. Each row says what may explain another. */
const rules: readonly Omit<LinesRow, 'requirement' | 'pointer'>[] = [
  {
    cause: 'a cancelled line billed',
    look: ({ tables }, budget) => {
      const gone = createMemory<readonly Line[]>(budget);
      return (step) => {
        const [before, now] = looksOf(step);
        if (before !== undefined && now !== undefined) {
          const lost = missingIn(before.lines, now.lines);
          const telling = tellingTexts(before.lines);
          const told = lost.map((line) => ({ ...line, texts: telling(line) }));
          if (lost.length > 0) gone.set(now.tableId, [...(gone.get(now.tableId) ?? []), ...told].slice(-mostGone));
        }
        const bill = wholeBillOf(step);
        if (bill === undefined || !tables.isUntouchedSince(bill.table.askedN)) return undefined;
        const { table, lines, more, left, total } = bill;
        // Identifiers may be the places of lines: it is the line of then by its price and by what it says.
        const wasThere = gone.get(bill.tableId) ?? [];
        const isCancelled = ({ lineId, cost, texts }: Line): boolean =>
          tables.byHand().cancelled.some((text) => text.includes(JSON.stringify(lineId))) &&
          wasThere.some(
            (one) => one.lineId === lineId && one.cost === cost && one.texts.some((text) => texts.includes(text)),
          );
        const [first, cost] = [more[0], costOf(more)];
        if (first === undefined || !more.every(isCancelled)) return undefined;
        // A bill may well name it where it costs nothing.
        const all = left.length > 0 ? costOf(lines.values()) : table.total + cost;
        if (cost <= 0 || total !== all) return undefined;
        const expected = `a bill of ${total - cost}, ${without(first)}`;
        return wrong(bill, [table.exchange], { expected, actual: `${total}, with that line` });
      };
    },
  },
  {
    cause: 'a cancelled line left and billed',
    // Whoever has cancelled it may take that back without an event, but hardly twice.
    onceOnly,
    look: ({ tables }, budget) => {
      const known = createMemory<Uncancelled>(budget);
      return (step) => {
        const [before, now] = looksOf(step);
        if (before !== undefined && now !== undefined) {
          if (now.updatedAt !== before.updatedAt) known.delete(now.tableId);
          const found = uncancelledIn(before, now, tables.byHand());
          if (found !== undefined) known.set(now.tableId, found);
        }
        const [bill, line] = [wholeBillOf(step), known.get(step.tableId ?? '')];
        if (bill === undefined || line === undefined || !tables.isUntouchedSince(bill.table.askedN)) return undefined;
        const { table, lines, total } = bill;
        const isWhole = lines.size === table.lines.size && total === table.total;
        const { cost = 0 } = lines.get(line.lineId) ?? {};
        if (!isWhole || table.updatedAt !== line.updatedAt || cost <= 0) return undefined;
        if (cost !== table.lines.get(line.lineId)?.cost) return undefined;
        known.delete(bill.tableId);
        const { gone, lineId } = line;
        return wrong(bill, [line.exchange, table.exchange], {
          expected: `a bill of ${gone === undefined ? `less than ${total}, ` : ''}${without(lineId)}`,
          actual: `${total}, with that line${gone === undefined ? '' : `, and ${without(gone)}`}`,
          ...(gone !== undefined && { cause: 'another line gone than was cancelled' }),
        });
      };
    },
  },
  {
    cause: 'unpaid lines left out of a bill',
    look: (ledgers, budget) => {
      const { payments, isUntouchedSince } = ledgers.tables;
      const prepaid = createPrepaid(ledgers, budget);
      return (step) => {
        prepaid.see(step);
        const bill = wholeBillOf(step);
        const known = bill && prepaid.of(bill.tableId);
        // What somebody else is about to pay may be left out.
        if (bill === undefined || known === undefined || payments.hasForgotten()) return undefined;
        if (payments.isAnotherWaiting(bill.tableId, bill.posBillId)) return undefined;
        const { table, lines, left, total } = bill;
        const { paid, sum, before } = known;
        if (table.paymentCount !== paid.length || !isUntouchedSince((before ?? table).askedN)) return undefined;
        if (!hasAllOf(table.lines, lines)) return undefined;
        // What nobody has confirmed yet may be shown in a way of its own: one is like one that is billed, or was changed by an order that was paid.
        const kinds = new Set([...lines.keys()].map((lineId) => table.lines.get(lineId)?.kind));
        const changed = changedSince(before?.lines ?? table.lines, table.lines);
        const isTelling = (line: Line): boolean =>
          paid.length === 0 ? kinds.has(line.kind) : before?.lines.has(line.lineId) === true && changed.includes(line);
        const [first, cost] = [left.find(isTelling), costOf(left)];
        if (first === undefined || cost <= sum || table.total - total !== cost) return undefined;
        return wrong(bill, [table.exchange], {
          expected: `a bill of ${table.total - sum}, with the line ${JSON.stringify(first.lineId)} and all that is not paid`,
          actual: `a bill of ${total}, with ${lines.size} of them`,
        });
      };
    },
  },
];

/** A look at a table, and the one before it. */
const looksOf = ({ look }: BillStep): readonly (Seated | undefined)[] =>
  look?.isFresh === true && look.came === 'asked' ? [seated(look.before), seated(look)] : [];

/** A line that was cancelled, and stands on a table as before. */
interface Uncancelled {
  readonly lineId: string;
  /** The line that is gone in its place, where one is. */
  readonly gone: string | undefined;
  readonly updatedAt: string;
  /** The event says so. */
  readonly exchange: number;
}

/**
 * Events › Change types: LINE_CANCELLED names one line of several, the table has been updated since and shows the very lines and totals of
 * before; or one that is unlike it is gone in its place. Where identifiers are the places of lines, it is the last one that is gone.
 */
const uncancelledIn = (before: Seated, now: Seated, byHand: ByHand): Uncancelled | undefined => {
  const { n, formerN, cancellation, exchange } = byHand;
  const isBetween = formerN <= before.askedN && n >= before.askedN && n <= now.askedN;
  if (cancellation === undefined || !isBetween) return undefined;
  const isUpdated = now.updatedAt !== before.updatedAt && now.paymentCount === before.paymentCount;
  if (!isUpdated || changedSince(before.lines, now.lines).length > 0 || now.lines.size < 2) return undefined;
  const [lineId, ...more] = [...now.lines.keys()].filter((one) => cancellation.ids.has(one));
  if (lineId === undefined || more.length > 0) return undefined;
  const [gone, ...others] = missingIn(before.lines, now.lines);
  const isOther =
    gone === undefined || (!cancellation.text.includes(gone.lineId) && gone.kind !== before.lines.get(lineId)?.kind);
  if (others.length > 0 || !isOther || before.total - now.total !== (gone?.cost ?? 0)) return undefined;
  return { lineId, gone: gone?.lineId, updatedAt: now.updatedAt, exchange };
};

/** The orders of a table that were paid at once, and the table as it was shown before the last of them. */
interface Prepaid {
  readonly paid: readonly string[];
  readonly sum: number;
  readonly before: Seated | undefined;
}

/** Undefined for a table where something else was paid, which a till may know otherwise than by the payments it shows. */
const createPrepaid = ({ tables, bills }: TillLedgers, budget: ByteBudget) => {
  const unclear = createMemory<true>(budget);
  const prepaid = createMemory<Prepaid>(budget, {
    weigh: ({ before, ...rest }) => weightOf(rest) + weightOfLook(before),
  });
  const of = (tableId: string): Prepaid => prepaid.get(tableId) ?? { paid: [], sum: 0, before: undefined };
  return {
    see({ asked }: BillStep): void {
      const { oaPaymentId, paidValue, posBillId, tableId = bills.get(posBillId)?.tableId } = asked ?? {};
      if (oaPaymentId === undefined || tableId === undefined) return;
      const { paid, sum } = of(tableId);
      if (paid.includes(oaPaymentId)) return;
      if (posBillId !== undefined || paidValue === undefined || paid.length === mostPayments)
        unclear.set(tableId, true);
      else
        prepaid.set(tableId, {
          paid: [...paid, oaPaymentId],
          sum: sum + paidValue,
          before: seated(tables.last(tableId)),
        });
    },
    of: (tableId: string): Prepaid | undefined =>
      unclear.has(tableId) || unclear.hasForgotten() || prepaid.hasForgotten() ? undefined : of(tableId),
  };
};

export const billedLines = rules.map(
  (rule): LinesRow => ({ ...rule, requirement: 'bill/unpaid-lines', pointer: '/bill/lines' }),
);
