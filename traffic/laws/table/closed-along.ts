import { type Finding, isTableOver, parseTimestamp } from '#schemas';
import { shortened } from '../../retention/shortened.ts';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { definePosLaw, warned } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isClosedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';

const id = 'events/change-is-pushed';

/** What stands on a table, and what was paid there, each as one text. */
interface Contents {
  readonly lines: string;
  readonly payments: string;
}

interface Open extends Contents {
  readonly n: number;
}

/** A table that was open, and is over with all that stood there. */
interface Over extends Contents {
  readonly tableId: string;
  readonly closedAtMs: number;
  readonly openN: number;
  readonly exchange: number;
}

/** Somebody closed a table; of which the diff need not say. */
interface Closing {
  readonly n: number;
  readonly text: string | undefined;
  readonly exchange: number;
}

/** Two tables that are closed by two hands hardly are within so short a time. */
const atOnceMs = 50;
/** So long the event of the other one may take. */
const pushedWithinMs = 20_000;
const [atTheEndMs, mostKept] = [10_000, 20];

/**
 * Events › Change types: ORDER_CLOSED says that the till closed a table. Two tables with other lines were closed at the same moment,
 * and one event tells of it, though nobody paid there. Parties that were put together may be closed with one, so that it is a warning.
 */
export const closedAlong = definePosLaw({
  id: 'table/closed-along',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const open = createMemory<Open>(budget);
    let closings: readonly Closing[] = [];
    let overs: readonly Over[] = [];
    let along: { readonly at: number; readonly finding: Finding } | undefined;
    const told = (now: Over, other: Over): Finding | undefined => {
      const [event, ...more] = closings.filter(({ n }) => n > Math.min(now.openN, other.openN));
      if (event?.text === undefined || more.length > 0) return undefined;
      const named = [now, other].filter(({ tableId }) => event.text?.includes(JSON.stringify(tableId)));
      const unnamed = named[0] === now ? other : now;
      return named.length > 1 ? undefined : closedToo(unnamed, unnamed === now ? other : now, event);
    };
    const look = ({ deliveries: [asked, ...again] }: Handling, seen: TrafficOf<'callback'>): void => {
      const { tableId } = asked ?? {};
      if (tableId === undefined || again.length > 0 || seen.unkept === true || !isAccepted(seen)) return;
      const { tableOrderSnapshot, tableSessionContext } = Object(seen.body);
      const shown = [Object(tableOrderSnapshot), Object(tableSessionContext)] as const;
      const contents = contentsOf(shown[0]);
      const before = open.get(tableId);
      if (contents !== undefined && areOpen(tableId, ...shown)) open.set(tableId, { ...contents, n: seen.n });
      else open.delete(tableId);
      const isOver = shown.every((one) => one.tableId === tableId && isTableOver(one.status));
      const { closedAt } = shown[1];
      const closedAtMs = typeof closedAt === 'string' ? parseTimestamp(closedAt)?.epochMs : undefined;
      if (before === undefined || contents === undefined || closedAtMs === undefined || !isOver) return;
      if (contents.lines !== before.lines || contents.payments !== before.payments) return;
      const now = { ...contents, tableId, closedAtMs, openN: before.n, exchange: seen.exchange };
      const other = overs.find(
        (one) =>
          Math.abs(one.closedAtMs - closedAtMs) <= atOnceMs && one.lines !== now.lines && one.tableId !== tableId,
      );
      overs = [...overs, now].slice(-mostKept);
      const finding = other && told(now, other);
      if (finding !== undefined) along = { at: seen.at, finding };
    };
    const say = (until: number) => {
      if (along === undefined || along.at > until) return [];
      const { finding } = along;
      along = undefined;
      return [warned(id, finding, 'two tables may be closed at once by chance')];
    };
    return {
      see(seen) {
        if (isClosedByHand(seen)) {
          closings = [...closings, closingIn(seen)].slice(-mostKept);
          along = undefined;
        }
        for (const handling of handlings.add(seen))
          if (seen.kind === 'callback' && handling.messageKind === 'TableOrderSnapshotRequested') look(handling, seen);
        return [];
      },
      at: (now) => say(now - pushedWithinMs),
      end: (now) => say(now - atTheEndMs),
    };
  }),
});

/** None where nothing stands there. */
const contentsOf = ({ lines, payments }: { readonly lines?: unknown; readonly payments?: unknown }) =>
  Array.isArray(lines) && lines.length > 0
    ? { lines: shortened(JSON.stringify(lines)), payments: shortened(String(JSON.stringify(payments))) }
    : undefined;

const closingIn = (seen: TillTraffic): Closing => {
  const { n, exchange } = seen as TrafficOf<'event'>;
  const text = seen.kind === 'event' && seen.unkept !== true ? String(JSON.stringify(seen.body)) : undefined;
  return { n, text, exchange };
};

const closedToo = (unnamed: Over, other: Over, event: Closing): Finding => ({
  message:
    'With a table that somebody closed at the till another one was closed, at the same moment and with all that is to be paid there, and no event tells of it; close the one table, or push what was closed as well.',
  expected: `${JSON.stringify(unnamed.tableId)} as open as before, or an event of its own`,
  actual: `${JSON.stringify(unnamed.tableId)} and ${JSON.stringify(other.tableId)} closed at once, and one ORDER_CLOSED`,
  pointer: '/tableSessionContext/closedAt',
  exchanges: [event.exchange, other.exchange, unnamed.exchange],
  cause: 'another table closed along',
});
