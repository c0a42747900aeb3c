import type { Finding } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { lineIdOf } from '../../ledgers/till/line-id.ts';
import { textsIn } from '../../ledgers/till/line-kind.ts';
import type { CheckedBill, LostLine, LostLines } from '../../ledgers/till/checked-table.ts';

/** What is older is forgotten. */
const mostCancelled = 10;

/**
 * Errors › Bill preparation rejection reasons: what is not paid yet is billed, and nothing else. A line that was shown on a table, whose
 * cancellation was pushed, and which the snapshot that a bill was asked for by has no more, is on the bill beside all that are, and
 * costs what is more on the bill than on the table. A bill may well name it, where it costs nothing, and
 * identifiers may be the places of lines: it is the line of then by its price and by what it says.
 */
export const createCancelledLines = (budget: ByteBudget, byHandAt: () => number) => {
  const gone = createMemory<readonly LostLine[]>(budget);
  /** What the pushes of late say that was cancelled. */
  let cancelled: readonly string[] = [];
  return {
    see(seen: TillTraffic): void {
      if (!isChangedByHand(seen) || seen.kind !== 'event' || seen.unkept === true || !isAccepted(seen)) return;
      const { changeType, diff } = Object(seen.body);
      if (changeType !== 'LINE_CANCELLED') return;
      const text = JSON.stringify(diff ?? {});
      if (text.length < longestDiff) cancelled = [...cancelled, text].slice(-mostCancelled);
    },
    lost({ tableId, lost }: LostLines): void {
      if (lost.length > 0) gone.set(tableId, [...(gone.get(tableId) ?? []), ...lost].slice(-mostCancelled));
    },
    look(bill: CheckedBill): Finding | undefined {
      const { tableId, table, shown, lines, total } = bill;
      const before = gone.get(tableId) ?? [];
      if (byHandAt() > table.n) return undefined;
      const more = [...lines.keys()].filter((lineId) => !table.lines.has(lineId));
      const [first] = more;
      const billedLine = new Map(shown.map((line) => [lineIdOf(line), line]));
      const isItself = (lineId: string): boolean => {
        const texts = textsIn(billedLine.get(lineId));
        return before.some(
          (one) =>
            one.lineId === lineId && one.cost === lines.get(lineId) && one.says.some((text) => texts.includes(text)),
        );
      };
      const isCancelled = (lineId: string): boolean =>
        isItself(lineId) && cancelled.some((text) => text.includes(JSON.stringify(lineId)));
      if (first === undefined || !more.every(isCancelled)) return undefined;
      if (lines.size !== table.lines.size + more.length) return undefined;
      const cost = more.reduce((sum, lineId) => sum + (lines.get(lineId) ?? 0), 0);
      return cost > 0 && total === table.total + cost ? billed(first, bill) : undefined;
    },
  };
};

const longestDiff = 10_000;

const billed = (lineId: string, { table, total, exchange }: CheckedBill): Finding => ({
  message:
    'A bill has a line, and what it costs, that was cancelled before, and that the snapshot which the bill was asked for by has no more; bill what stands on the table.',
  expected: `a bill of ${table.total}, without the line ${JSON.stringify(lineId)}`,
  actual: `${total}, with that line`,
  pointer: '/bill/lines',
  exchanges: [table.exchange, exchange],
  cause: 'a cancelled line billed',
});
