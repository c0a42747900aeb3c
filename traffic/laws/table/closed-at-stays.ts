import { type Finding, isTableOver, parseTimestamp } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { areOpen } from '../../ledgers/till/open-table.ts';
import { isAnotherMoment } from '../../ledgers/till/opened-at.ts';

const id = 'table/closed-at';

/** A session that is over, as it was shown first. */
interface Over {
  readonly openedAt: string;
  readonly closedAt: string;
  readonly updatedAt: string;
  readonly exchange: number;
}

/**
 * Resources › Base models: closedAt is the time when the session of a table was closed. Of one that has not been updated since
 * it is the same each time, and not before the session began, as was shown while it lasted, and after which the table was updated.
 */
export const closedAtStays = definePosLaw({
  id: 'table/closed-at-stays',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Over>(budget);
    /** The openedAt of each table that was shown open last. */
    const opened = createMemory<string>(budget);
    const look = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
      const { tableId } = asked ?? {};
      if (tableId === undefined) return undefined;
      const openedAt = openedIn(tableId, seen);
      if (openedAt !== undefined) opened.set(tableId, openedAt);
      const now = overIn(tableId, seen);
      if (now === undefined) return undefined;
      if (opened.get(tableId) === now.openedAt && isBefore(now)) return tooEarly(now);
      const first = tables.get(tableId);
      const isSame = first?.openedAt === now.openedAt && first.updatedAt === now.updatedAt;
      if (!isSame) tables.set(tableId, now);
      return isSame && isAnotherMoment(first.closedAt, now.closedAt) ? moved(first, now) : undefined;
    };
    return {
      see: (seen) =>
        handlings.add(seen).flatMap((handling) => {
          if (seen.kind !== 'callback' || handling.messageKind !== 'TableOrderSnapshotRequested') return [];
          const finding = look(handling, seen);
          return finding === undefined ? [] : [broken(id, finding)];
        }),
      end: () => [],
    };
  }),
});

const shownIn = (seen: TrafficOf<'callback'>) => {
  const { tableSessionContext, tableOrderSnapshot } = Object(
    seen.unkept === true || !isAccepted(seen) ? undefined : seen.body,
  );
  return [Object(tableSessionContext), Object(tableOrderSnapshot)] as const;
};

const openedIn = (tableId: string, seen: TrafficOf<'callback'>): string | undefined => {
  const [session, snapshot] = shownIn(seen);
  const { openedAt } = session;
  const isKnown = areOpen(tableId, session, snapshot) && typeof openedAt === 'string' && openedAt.length <= longest;
  return isKnown ? openedAt : undefined;
};

const overIn = (tableId: string, seen: TrafficOf<'callback'>): Over | undefined => {
  const [session, snapshot] = shownIn(seen);
  const { openedAt, closedAt } = session;
  const { updatedAt } = snapshot;
  const isOver = [session, snapshot].every((one) => one.tableId === tableId && isTableOver(one.status));
  const isTimed = [openedAt, closedAt, updatedAt].every((time) => typeof time === 'string' && time.length <= longest);
  return isOver && isTimed ? { openedAt, closedAt, updatedAt, exchange: seen.exchange } : undefined;
};

const longest = 100;

/** More than nodes are apart, and the texts are rounded by. */
const apartMs = 60_000;

const isBefore = ({ openedAt, closedAt, updatedAt }: Over): boolean => {
  const times = [closedAt, openedAt, updatedAt].map((time) => parseTimestamp(time));
  const [closed = Number.NaN, opened = Number.NaN, updated = Number.NaN] = times.map((time) => time?.epochMs);
  const isOneOffset = new Set(times.map((time) => time?.hasOffset)).size === 1;
  return isOneOffset && opened - closed > apartMs && updated >= opened;
};

const tooEarly = ({ openedAt, closedAt, updatedAt, exchange }: Over): Finding => ({
  message: 'A session was closed before it was opened, say its times; closedAt is the time when it was closed.',
  expected: `closedAt after the openedAt ${openedAt}`,
  actual: `closedAt ${closedAt}, updatedAt ${updatedAt}`,
  pointer: '/tableSessionContext/closedAt',
  exchanges: [exchange],
  cause: 'closed before it was opened',
});

const moved = (first: Over, now: Over): Finding => ({
  message:
    'A closed table that has not been updated since shows another closedAt; it is the time when the session was closed, and stays.',
  expected: `closedAt ${first.closedAt}, as before`,
  actual: `closedAt ${now.closedAt}, at the same updatedAt`,
  pointer: '/tableSessionContext/closedAt',
  exchanges: [first.exchange, now.exchange],
  cause: 'closedAt moves by itself',
});
