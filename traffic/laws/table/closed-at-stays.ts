import { type Finding, isTableOver } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Handling, isAccepted } from '../deliveries/handlings.ts';
import { createMemory } from '../memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isAnotherMoment } from './opened-at.ts';

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
 * it is the same each time.
 */
export const closedAtStays = definePosLaw({
  id: 'table/closed-at-stays',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const tables = createMemory<Over>(budget);
    const look = ({ deliveries: [asked] }: Handling, seen: TrafficOf<'callback'>): Finding | undefined => {
      const { tableId } = asked ?? {};
      const now = tableId === undefined ? undefined : overIn(tableId, seen);
      if (tableId === undefined || now === undefined) return undefined;
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

const overIn = (tableId: string, seen: TrafficOf<'callback'>): Over | undefined => {
  if (seen.unkept === true || !isAccepted(seen)) return undefined;
  const [session, snapshot] = [
    Object(Object(seen.body).tableSessionContext),
    Object(Object(seen.body).tableOrderSnapshot),
  ];
  const { openedAt, closedAt } = session;
  const { updatedAt } = snapshot;
  const isOver = [session, snapshot].every((one) => one.tableId === tableId && isTableOver(one.status));
  const isTimed = [openedAt, closedAt, updatedAt].every((time) => typeof time === 'string' && time.length <= longest);
  return isOver && isTimed ? { openedAt, closedAt, updatedAt, exchange: seen.exchange } : undefined;
};

const longest = 100;

const moved = (first: Over, now: Over): Finding => ({
  message:
    'A closed table that has not been updated since shows another closedAt; it is the time when the session was closed, and stays.',
  expected: `closedAt ${first.closedAt}, as before`,
  actual: `closedAt ${now.closedAt}, at the same updatedAt`,
  pointer: '/tableSessionContext/closedAt',
  exchanges: [first.exchange, now.exchange],
  cause: 'closedAt moves by itself',
});
