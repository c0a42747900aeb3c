import type { Finding, Judgement } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createByChance } from '../by-chance.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { lineIdOf } from '../../ledgers/till/line-id.ts';
import { type Checked, type CheckedBill, type LostLines, weightOfTable } from '../../ledgers/till/checked-table.ts';

/** The last thing that somebody did at the till, and the place of what was done there before. */
interface ByHand {
  readonly n: number;
  readonly formerN: number;
  /** What its event says of a line that was cancelled, and what may be identifiers of lines in it. */
  readonly text: string | undefined;
  readonly ids: ReadonlySet<string>;
  readonly exchange: number;
}

/** A line that was cancelled, and a table that has it as before. */
interface Uncancelled {
  readonly lineId: string;
  /** The line that is gone in its place, where one is. */
  readonly gone: string | undefined;
  readonly table: Checked;
  readonly exchange: number;
}

const longestDiff = 10_000;

/**
 * Events › Change types: LINE_CANCELLED says that a line was cancelled, and what was is not billed. Of a table with several lines the diff
 * names one, the table has been updated since and shows the very lines and totals of before, and that line is billed; or one that is
 * unlike it is gone in its place, and nothing else is another. A cancelled line may be shown in a way of its own, or changed where there
 * is some of it left; and where identifiers are the places of lines, it is the last one that is gone of those that are alike. Whoever
 * has cancelled it may take that back without an event, but hardly twice.
 */
export const createUncancelledLines = (id: Judgement['requirement'], budget: ByteBudget) => {
  const uncancelled = createMemory<Uncancelled>(budget, {
    weigh: ({ table }) => weightOfTable(table),
  });
  let byHand: ByHand = { n: -1, formerN: -1, text: undefined, ids: new Set(), exchange: -1 };
  const judge = createByChance(id);
  return {
    see(seen: TillTraffic): void {
      if (!isChangedByHand(seen) || seen.kind !== 'event') return;
      const { changeType, diff } = Object(seen.body);
      const text = String(JSON.stringify(diff));
      const isKnown =
        changeType === 'LINE_CANCELLED' && isAccepted(seen) && seen.unkept !== true && text.length < longestDiff;
      byHand = {
        n: seen.n,
        formerN: byHand.n,
        text: isKnown ? text : undefined,
        ids: new Set(isKnown ? lineIdsIn(diff) : []),
        exchange: seen.exchange,
      };
    },
    looked({ tableId, before, now, lost }: LostLines): void {
      const { n, formerN, text, ids, exchange } = byHand;
      if (now.updatedAt !== before.updatedAt) uncancelled.delete(tableId);
      if (text === undefined || formerN > before.n || n < before.n || n > now.n || !isAlike(before, now)) return;
      const [lineId, ...more] = [...now.lines.keys()].filter((one) => ids.has(one));
      if (lineId === undefined || more.length > 0 || now.lines.size < 2) return;
      const [gone, ...others] = lost;
      const isOther =
        gone === undefined ||
        (!text.includes(gone.lineId) && before.kinds.get(gone.lineId) !== before.kinds.get(lineId));
      if (others.length > 0 || !isOther || before.total - now.total !== (gone?.cost ?? 0)) return;
      uncancelled.set(tableId, { lineId, gone: gone?.lineId, table: now, exchange });
    },
    look({ tableId, table, lines, total, exchange }: CheckedBill): Judgement | undefined {
      const known = uncancelled.get(tableId);
      if (known === undefined || byHand.n > known.table.n || table.updatedAt !== known.table.updatedAt)
        return undefined;
      const cost = lines.get(known.lineId) ?? 0;
      const isWhole = lines.size === table.lines.size && total === table.total;
      if (cost <= 0 || cost !== table.lines.get(known.lineId) || !isWhole) return undefined;
      uncancelled.delete(tableId);
      return judge(billed(known, { total, exchange }));
    },
  };
};

/** Somebody has done something there, and what stands there is as it was. */
const isAlike = (before: Checked, now: Checked): boolean =>
  now.updatedAt !== before.updatedAt &&
  now.paymentCount === before.paymentCount &&
  [...now.kinds].every(([lineId, kind]) => before.kinds.get(lineId) === kind);

/** What a diff, whose shape is not finalised, may call the identifiers of lines: elements of lists, and what is called after a line. */
const lineIdsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]: readonly [string, unknown]) => {
    const isText = typeof member === 'string' || typeof member === 'number';
    if (isText) return isList || /line/iu.test(key) ? [String(member)] : [];
    return [...(isList ? [lineIdOf(member)] : []), ...lineIdsIn(member)].flatMap((one) => one ?? []);
  });
};

const billed = (
  { lineId, gone, table, exchange }: Uncancelled,
  bill: { readonly total: number; readonly exchange: number },
): Finding => ({
  message:
    gone === undefined
      ? 'A line that was cancelled, says its event, stands on the table as before and is billed; a line that is cancelled is gone, or shown as cancelled, and nobody pays for it.'
      : 'A line that was cancelled, says its event, stands on the table as before and is billed, and another one is gone in its place, which nobody pays for; cancel the line that the event names.',
  expected: `a bill of ${gone === undefined ? `less than ${bill.total}, ` : ''}without the line ${JSON.stringify(lineId)}`,
  actual: `${bill.total}, with that line${gone === undefined ? '' : `, and without ${JSON.stringify(gone)}`}`,
  pointer: '/bill/lines',
  exchanges: [exchange, table.exchange, bill.exchange],
  cause: gone === undefined ? 'a cancelled line left and billed' : 'another line gone than was cancelled',
});
