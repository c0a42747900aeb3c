import { type Finding, parseTimestamp } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { snapshotIn } from '../../ledgers/till/shown-lines.ts';

/** An open table, as it was shown. */
interface Shown {
  readonly updatedAt: string;
  readonly updatedAtMs: number;
  /** Or their digest. */
  readonly lines: string;
  /** The place of its result in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** What is older is forgotten. */
const mostShown = 10;

/**
 * Resources › Base models: updatedAt is the time of the last update. Of a table that was shown with other lines and a later one, nobody
 * who asks after that is shown the very lines and the updatedAt of before. A clock may be set back, but to no such moment.
 */
export const createGoneBack = (budget: ByteBudget) => {
  const tables = createMemory<readonly Shown[]>(budget);
  const isRepeat = createRepeats(budget);
  return (handling: Handling, seen: TillTraffic): Finding | undefined => {
    const isAgain = isRepeat(handling);
    const shown = shownIn(handling, seen);
    if (shown === undefined) return undefined;
    const { tableId, now } = shown;
    const before = tables.get(tableId) ?? [];
    const { messageKind, deliveries } = handling;
    if (isSo(handling, seen)) tables.set(tableId, [...before, now].slice(-mostShown));
    if (isAgain || messageKind !== 'TableOrderSnapshotRequested') return undefined;
    const since = before.findIndex((one) => one.updatedAt === now.updatedAt && one.lines === now.lines);
    const later = before.find(
      (one, index) =>
        since >= 0 &&
        index > since &&
        one.n < (deliveries[0]?.n ?? 0) &&
        one.updatedAtMs > now.updatedAtMs &&
        one.lines !== now.lines,
    );
    return later && wentBack(later, now);
  };
};

/** An order that was rejected may be shown all the same, and what nobody took may be undone. */
const isSo = ({ messageKind }: Handling, seen: TillTraffic): boolean =>
  seen.kind === 'callback' &&
  isAccepted(seen) &&
  (messageKind !== 'OrderSubmissionRequested' || Object(seen.body).success === true);

const shownIn = (
  handling: Handling,
  seen: TillTraffic,
): { readonly tableId: string; readonly now: Shown } | undefined => {
  const { tableId, lines, updatedAt, status } = Object(snapshotIn(handling, seen)?.snapshot);
  const updatedAtMs = typeof updatedAt === 'string' ? parseTimestamp(updatedAt)?.epochMs : undefined;
  if (seen.kind !== 'callback' || typeof tableId !== 'string' || updatedAtMs === undefined) return undefined;
  if (!Array.isArray(lines) || status !== 'OPEN') return undefined;
  // Another one under its name is told as that.
  const { messageKind, deliveries } = handling;
  if (messageKind === 'TableOrderSnapshotRequested' && deliveries[0]?.tableId !== tableId) return undefined;
  const { n, exchange } = seen;
  return { tableId, now: { updatedAt, updatedAtMs, lines: shortened(JSON.stringify(lines)), n, exchange } };
};

const wentBack = (later: Shown, now: Shown): Finding => ({
  message:
    'A table is shown as it was before it changed, though the till itself had shown the change already; show it as it is each time it is asked for.',
  expected: `updatedAt ${later.updatedAt} or later, with the lines of then`,
  actual: `updatedAt ${now.updatedAt}, with the lines of then`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [later.exchange, now.exchange],
  cause: 'a table shown as it was before',
});
