import type { CheckOutcome } from '#schemas';
import { readField, type ReadTable } from '../../arrange/till/read-results.ts';
import { lookUntil, type OpenTable } from '../../arrange/till/tables.ts';
import { warned } from '../../outcome.ts';

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
      message: 'ORDER_CLOSED was pushed for a table that is still OPEN when it is asked for.',
      expected: 'another status than OPEN, or no table',
      actual: 'status OPEN',
      pointer: '/tableOrderSnapshot/status',
      exchanges: [exchange, after.exchange],
      cause: 'open after ORDER_CLOSED',
    },
    'it may have been one of several orders at the table that was closed',
  );
};
