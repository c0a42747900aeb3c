import type { CheckOutcome } from '#schemas';
import { readField, type ReadTable, type Shown, type OpenTable } from '../../arrange/till/read-results.ts';
import { lookUntil, type Looked } from '../../arrange/till/tables.ts';
import { warned, failed, notExercised, passed } from '../../outcome.ts';
import { type Unanswered, unreached } from '../../arrange/till/command-answer.ts';

/**
 * A warning: it may have been one of several orders of the table that was closed. The table may be free for the next guests at once,
 * whose session then has begun since, with nothing on it.
 */
export const stillOpen = async (
  world: Parameters<typeof lookUntil>[0],
  { tableId, session, exchange }: OpenTable,
): Promise<CheckOutcome | undefined> => {
  const isFreed = ({ session: now, snapshot }: ReadTable): boolean =>
    snapshot?.lines?.length === 0 && readField(now, 'openedAt') !== readField(session, 'openedAt');
  const isOpen = (table: ReadTable): boolean =>
    table.success !== false && table.snapshot?.status === 'OPEN' && !isFreed(table);
  const after = await lookUntil(world, tableId, (table) => !isOpen(table));
  if (after.kind !== 'looked' || !isOpen(after.table)) return undefined;
  return warned(
    {
      expected: 'another status than OPEN, or no table',
      actual: 'status OPEN',
      exchanges: [exchange, after.exchange],
      cause: 'open after ORDER_CLOSED',
    },
    'the till may have closed only one of several orders at the table',
  );
};

/** Whether updatedAt moved on with a change. */
export const movedOutcome = (
  { snapshot, exchange }: Shown,
  after: Looked | Unanswered,
  changeType: string,
  moved: (updatedAt: number | undefined) => boolean,
): CheckOutcome => {
  if (after.kind !== 'looked') return unreached(after, 'the request for the snapshot after a change');
  const now = after.table.snapshot;
  if (now?.updatedAtMs === undefined || snapshot.updatedAtMs === undefined)
    return notExercised('a snapshot has no updatedAt that can be read');
  if (moved(now.updatedAtMs)) return passed;
  return failed({
    expected: `updatedAt after ${snapshot.updatedAt ?? ''}, since ${changeType}`,
    actual: `updatedAt ${now.updatedAt ?? ''}`,
    exchanges: [exchange, after.exchange],
    cause: 'updatedAt stands still',
  });
};
