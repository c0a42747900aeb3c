import type { CheckOutcome, TableOrderSnapshotChanged } from '#schemas';
import { failed, passed } from '../../outcome.ts';
import { awaitEvent, type AwaitedEvent, type PushedEvent } from './await-event.ts';
import { readChangeType } from './read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { standsIn } from '../json-compare.ts';

/** Events › Change types, in the order in which one can lead to the next. */
export const changeTypes = [
  'POS_LINE_ADDED',
  'LINE_DELIVERED',
  'LINE_UPDATED',
  'LINE_CANCELLED',
  'ORDER_CLOSED',
] as const satisfies readonly TableOrderSnapshotChanged['changeType'][];
export type ChangeType = (typeof changeTypes)[number];

export interface TableChange {
  readonly changeType: ChangeType;
  readonly pushed: AwaitedEvent;
  /** For `events/change-is-pushed`. */
  readonly outcome: CheckOutcome | undefined;
}

interface Waiting {
  readonly patienceMs?: number | undefined;
  /** What happened before, and was not pushed while it was waited for: its event may come now. */
  readonly missed?: readonly ChangeType[];
}

/** Has somebody at the till change a table, and waits for the event. */
export const changeTable = async (
  world: PosWorld<never>,
  tableId: string,
  changeType: ChangeType,
  { patienceMs, missed = [] }: Waiting = {},
): Promise<TableChange> => {
  const pushed = await awaitEvent(
    world,
    { name: 'changeTable', input: { tableId, changeType } },
    {
      messageKind: 'TableOrderSnapshotChanged',
      patienceMs,
      what: `${changeType} happened at table ${JSON.stringify(tableId)}`,
      says: (body) => {
        const said = readChangeType(body);
        if (said === changeType) return 'so';
        return changeTypes.some((known) => known === said) ? 'otherwise' : 'unreadable';
      },
    },
  );
  if (pushed.kind === 'pushed') return { changeType, pushed, outcome: passed };
  const isOfThis = (event: PushedEvent): boolean =>
    !missed.some((earlier) => earlier === readChangeType(event.body)) && !isOfAnotherTable(world, tableId, event);
  const other = pushed.kind === 'missing' ? pushed.others.findLast(isOfThis) : undefined;
  if (other === undefined) return { changeType, pushed, outcome: pushed.outcome };
  return {
    changeType,
    pushed,
    outcome: failed({
      expected: `changeType ${changeType}`,
      actual: `changeType ${JSON.stringify(readChangeType(other.body) ?? 'none')}`,
      exchanges: [other.exchange],
      cause: 'a change pushed as something else',
    }),
  };
};

/** Where something happens all the time; a diff need not name its table. */
const isOfAnotherTable = ({ fixtures }: PosWorld<never>, tableId: string, { body }: PushedEvent): boolean =>
  !standsIn(body, tableId) &&
  Object.values(fixtures.tables ?? {}).some((known) => known.some((other) => standsIn(body, other)));
