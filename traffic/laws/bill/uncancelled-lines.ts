import type { Finding, Judgement } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { broken, warned } from '../define.ts';
import { isAccepted } from '../deliveries/handlings.ts';
import { createMemory } from '../memory.ts';
import { isChangedByHand } from '../table/changed-by-hand.ts';
import { type Checked, type CheckedBill, type LostLines, weightOfTable } from './checked-table.ts';

/** The last thing that somebody did at the till, and the place of what was done there before. */
interface ByHand {
  readonly n: number;
  readonly formerN: number;
  /** What its event says of a line that was cancelled. */
  readonly text: string | undefined;
  readonly exchange: number;
}

/** A line that was cancelled, and a table that has it as before. */
interface Uncancelled {
  readonly lineId: string;
  readonly table: Checked;
  readonly exchange: number;
}

const longestDiff = 10_000;

/**
 * Events › Change types: LINE_CANCELLED says that a line was cancelled, and what was is not billed. Of a table with several lines the diff
 * names one, the table has been updated since and shows the very lines and totals of before, and that line is billed. A cancelled line
 * may be shown in a way of its own, or changed where there is some of it left. Whoever has cancelled it may take that back without an
 * event, but hardly twice.
 */
export const createUncancelledLines = (id: Judgement['requirement'], budget: ByteBudget) => {
  const uncancelled = createMemory<Uncancelled>(budget, {
    weigh: ({ table }) => weightOfTable(table),
  });
  let byHand: ByHand = { n: -1, formerN: -1, text: undefined, exchange: -1 };
  let isWarned = false;
  return {
    see(seen: TillTraffic): void {
      if (!isChangedByHand(seen) || seen.kind !== 'event') return;
      const { changeType, diff } = Object(seen.body);
      const text = String(JSON.stringify(diff));
      const isKnown = changeType === 'LINE_CANCELLED' && isAccepted(seen) && seen.unkept !== true;
      byHand = {
        n: seen.n,
        formerN: byHand.n,
        text: isKnown && text.length < longestDiff ? text : undefined,
        exchange: seen.exchange,
      };
    },
    looked({ tableId, before, now }: LostLines): void {
      const { n, formerN, text, exchange } = byHand;
      if (now.updatedAt !== before.updatedAt) uncancelled.delete(tableId);
      if (text === undefined || formerN > before.n || n < before.n || n > now.n || !isAsBefore(before, now)) return;
      const named = [...now.lines.keys()].filter((lineId) => text.includes(JSON.stringify(lineId)));
      const [lineId] = named;
      if (lineId === undefined || named.length > 1 || now.lines.size < 2) return;
      uncancelled.set(tableId, { lineId, table: now, exchange });
    },
    look({ tableId, table, lines, total, exchange }: CheckedBill): Judgement | undefined {
      const known = uncancelled.get(tableId);
      if (known === undefined || byHand.n > known.table.n || table.updatedAt !== known.table.updatedAt)
        return undefined;
      const cost = lines.get(known.lineId) ?? 0;
      const isWhole = lines.size === table.lines.size && total === table.total;
      if (cost <= 0 || cost !== table.lines.get(known.lineId) || !isWhole) return undefined;
      uncancelled.delete(tableId);
      const finding = billed(known, { total, exchange });
      const isAgain = isWarned;
      isWarned = true;
      return isAgain ? broken(id, finding) : warned(id, finding);
    },
  };
};

/** Somebody has done something there, and nothing is another than it was. */
const isAsBefore = (before: Checked, now: Checked): boolean =>
  now.updatedAt !== before.updatedAt &&
  now.total === before.total &&
  now.paymentCount === before.paymentCount &&
  now.lines.size === before.lines.size &&
  [...now.kinds].every(([lineId, kind]) => before.kinds.get(lineId) === kind);

const billed = (
  { lineId, table, exchange }: Uncancelled,
  bill: { readonly total: number; readonly exchange: number },
): Finding => ({
  message:
    'A line that was cancelled, says its event, stands on the table as before and is billed; a line that is cancelled is gone, or shown as cancelled, and nobody pays for it.',
  expected: `a bill of less than ${bill.total}, without the line ${JSON.stringify(lineId)}`,
  actual: `${bill.total}, with that line`,
  pointer: '/bill/lines',
  exchanges: [exchange, table.exchange, bill.exchange],
  cause: 'a cancelled line left and billed',
});
