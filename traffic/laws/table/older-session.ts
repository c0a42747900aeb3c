import { instantOf, type Judgement } from '#schemas';
import type { TillTraffic } from '../../till-traffic.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import { sameInstallationMs } from '../activation/stable-installation-id.ts';
import { broken, warned } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import type { BillTables } from '../../ledgers/till/bill-tables.ts';
import { isChangedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';
import { isAnotherMoment } from '../../ledgers/till/opened-at.ts';

const id = 'table/updated-at-moves';

/** An open table at which somebody sits, with the latest updatedAt that it was shown with. */
interface Shown {
  readonly updatedAt: string;
  readonly updatedAtMs: number;
  readonly openedAt: string;
  readonly openedAtMs: number;
  /** Or their digest. */
  readonly contents: string;
  /** The place of its result in the traffic. */
  readonly n: number;
  readonly exchange: number;
}

/** One text may round a time up to the second, and another down. */
const roundedMs = 2_000;
/** A clock is rarely set back by more. */
const setBackMs = 60_000;

/**
 * Resources › Base models: updatedAt is the time of the last update of a table, and the next sync checkpoint, which holds from one
 * session to the next. A party that moves to the table brings the time when it sat down, for whoever counts that as no update, and a
 * clock may be set back: it fails only where nobody left, and where the session began long before the table was shown with another one.
 */
export const createOlderSession = (budget: ByteBudget, bills: BillTables) => {
  const tables = createMemory<Shown>(budget);
  const leftAt = createMemory<number>(budget);
  const isRepeat = createRepeats(budget);
  let [anywhereAt, replacedAt] = [-1, -1];
  let activatedAt: number | undefined;
  const left = (tableId: unknown, n: number): void => {
    if (typeof tableId === 'string' && tables.has(tableId)) leftAt.set(tableId, n);
    else anywhereAt = n;
  };
  const look = (handling: Handling, seen: TillTraffic): Judgement | undefined => {
    const { messageKind, deliveries } = handling;
    const [asked, ...again] = deliveries;
    if (asked?.oaPaymentId !== undefined) left(bills.of(asked.posBillId)?.tableId, seen.n);
    if (messageKind !== 'TableOrderSnapshotRequested' || seen.kind !== 'callback' || asked?.tableId === undefined)
      return undefined;
    const isAgain = isRepeat(handling);
    const [before, now] = [tables.get(asked.tableId), shownIn(asked.tableId, seen)];
    if (now === undefined || isAgain || again.length > 0) return undefined;
    if (before === undefined || before.n < replacedAt || now.updatedAtMs >= before.updatedAtMs)
      tables.set(asked.tableId, now);
    if (before === undefined || before.n < replacedAt || before.n > asked.n) return undefined;
    const isOlder = now.updatedAtMs < before.updatedAtMs - roundedMs && now.contents !== before.contents;
    if (!isOlder || !isAnotherMoment(before.openedAt, now.openedAt)) return undefined;
    const mayHaveLeft = Math.max(anywhereAt, leftAt.get(asked.tableId) ?? -1) > before.n;
    const isLongBefore = now.openedAtMs < before.updatedAtMs - setBackMs;
    const finding = ranBack(before, now);
    return isLongBefore && !mayHaveLeft
      ? broken(id, finding)
      : warned(id, finding, 'others may have sat down there, or a clock was set back');
  };
  return {
    look,
    see(seen: TillTraffic): void {
      if (isChangedByHand(seen))
        left(seen.kind === 'event' && seen.unkept !== true && Object(seen.body).tableId, seen.n);
      if (seen.kind !== 'activation' || !seen.success) return;
      // Another till has other tables, and a clock of its own.
      if (activatedAt !== undefined && seen.at - activatedAt > sameInstallationMs) replacedAt = seen.n;
      activatedAt = seen.at;
    },
  };
};

const shownIn = (tableId: string, seen: TillTraffic): Shown | undefined => {
  if (seen.kind !== 'callback' || seen.unkept === true || !isAccepted(seen)) return undefined;
  const [snapshot, session] = [
    Object(Object(seen.body).tableOrderSnapshot),
    Object(Object(seen.body).tableSessionContext),
  ];
  const { lines, payments, updatedAt } = snapshot;
  const { openedAt } = session;
  // Of a time without an offset nobody knows when it is, or whether the clocks were changed since.
  const [updatedAtMs, openedAtMs] = [instantOf(updatedAt), instantOf(openedAt)];
  if (updatedAtMs === undefined || openedAtMs === undefined || !areOpen(tableId, snapshot, session)) return undefined;
  if (!Array.isArray(lines) || lines.length === 0) return undefined;
  return {
    updatedAt,
    updatedAtMs,
    openedAt,
    openedAtMs,
    contents: shortened(JSON.stringify([lines, payments])),
    n: seen.n,
    exchange: seen.exchange,
  };
};

const ranBack = (before: Shown, now: Shown) => ({
  message:
    'A table is shown with another session and an earlier updatedAt than before, so that who syncs from the last one misses it; updatedAt never runs back for a table, and what was ordered there is not forgotten, whatever the till is told or starts anew.',
  expected: `updatedAt ${before.updatedAt} or later`,
  actual: `updatedAt ${now.updatedAt}, openedAt ${now.openedAt}`,
  pointer: '/tableOrderSnapshot/updatedAt',
  exchanges: [before.exchange, now.exchange],
  cause: 'updatedAt runs back with another session',
});
