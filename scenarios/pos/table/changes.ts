import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { type OpenTable, readField, type ReadTable, type Shown } from '../../arrange/till/read-results.ts';
import { failed, passed, warned, notExercised } from '../../outcome.ts';
import { letGo, prepare } from '../../arrange/till/bills.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import { atTable } from '../../arrange/till/commands.ts';
import { menuOf, submitOne } from '../../arrange/till/orders.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { type Unanswered, unreached } from '../../arrange/till/command-answer.ts';
import { type ChangeType, type TableChange, changeTypes, changeTable } from '../../arrange/till/table-change.ts';
import {
  beganSession,
  letTimePass,
  look,
  type Looked,
  lookUntil,
  openTable,
  openTableAt,
  snapshotIn,
} from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import type { CheckOutcome } from '#schemas';

const covers = [
  'table/updated-at-moves',
  'events/change-is-pushed',
  'events/table-changed',
  'bill/no-open-bill',
  'submission/rejection-reasons',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/table-changes',
  title: 'What waiter and kitchen do to a table is pushed and moves its updatedAt',
  // Last, since the table is closed in the end.
  needs: ['triggers.changeTable', 'pos.fixtures.tables.open'],
  covers,
  async run(world) {
    const seated = await openTable(world, 'changes');
    const missed: ChangeType[] = [];
    let after: OpenTable | undefined = seated;
    const lastTable = (world.fixtures.tables?.open?.length ?? 0) < 2;
    for (const changeType of changeTypes) {
      // Closing the only table there is would leave none to try anything with, in this run and the next.
      if (changeType === 'ORDER_CLOSED' && lastTable) continue;
      const before: Awaited<ReturnType<typeof openTableAt>> =
        justSeen(world, after) ?? (await openTableAt(world, seated.tableId));
      if (before.kind !== 'seated') return;
      await letTimePass(world, before.snapshot);
      const neighbour = changeType === 'ORDER_CLOSED' ? await neighbourOf(world, seated.tableId) : undefined;
      const patienceMs = missed.length > 0 ? onceMissedMs : undefined;
      const change = await changeTable(world, seated.tableId, changeType, { patienceMs, missed });
      if (change.pushed.kind === 'missing') missed.push(changeType);
      if (!report(world, change)) after = undefined;
      else if (!isAlike(changeType) || !isLeftOut(world, 'a look after a line was delivered or updated'))
        after = seatIn(before, await compare(world, before, change));
      // Which table was closed a law tells, where both are seen.
      if (neighbour !== undefined) await look(world, neighbour);
    }
  },
});

/** The table that follows, where it is open. */
const neighbourOf = async (world: World, tableId: string): Promise<string | undefined> => {
  const open = world.fixtures.tables?.open ?? [];
  const next = open[(open.indexOf(tableId) + 1) % open.length];
  if (next === undefined || next === tableId || isLeftOut(world, 'looks at the table beside one that is closed'))
    return undefined;
  return (await openTableAt(world, next)).kind === 'seated' ? next : undefined;
};

/** Changes of a line, as is the one that comes after them. */
const isAlike = (changeType: ChangeType): boolean => ['LINE_DELIVERED', 'LINE_UPDATED'].includes(changeType);

/** For an event once another of its kind did not come. */
const onceMissedMs = 5_000;

/** Whether the change was made. */
const report = (world: World, { pushed, outcome }: TableChange): boolean => {
  if (world.claims.events) {
    if (outcome) world.check('events/change-is-pushed', outcome);
    if (pushed.kind === 'unmade') world.check('events/table-changed', pushed.outcome);
  }
  if (pushed.kind === 'unmade') world.check('table/updated-at-moves', pushed.outcome);
  return pushed.kind !== 'unmade';
};

/** Where it is as open as before. */
const seatIn = (before: OpenTable, after: Looked | Unanswered): OpenTable | undefined => {
  const snapshot = snapshotIn(after);
  return after.kind === 'looked' && snapshot?.tableId === before.tableId && snapshot.status === 'OPEN'
    ? { ...before, snapshot, session: after.table.session, exchange: after.exchange }
    : undefined;
};

const compare = async (world: World, before: OpenTable, { changeType }: TableChange): Promise<Looked | Unanswered> => {
  const { tableId, snapshot } = before;
  const moved = (updatedAt: number | undefined) =>
    updatedAt !== undefined && snapshot.updatedAtMs !== undefined && updatedAt > snapshot.updatedAtMs;
  const after = await lookUntil(
    world,
    tableId,
    ({ snapshot: now, success }) => success === false || moved(now?.updatedAtMs),
  );
  world.check('table/updated-at-moves', movedOutcome(before, after, changeType, moved));
  if (changeType !== 'ORDER_CLOSED') return after;
  const closed = snapshotIn(after)?.status === 'CLOSED' ? justSeen(world, after) : undefined;
  const open = world.claims.events && closed === undefined ? await stillOpen(world, before) : undefined;
  if (open) world.check('events/table-changed', open);
  if (!world.claims.STATION) return after;
  const shown = closed ?? (await look(world, tableId));
  if (shown.kind !== 'looked' || snapshotIn(shown)?.status !== 'CLOSED') return after;
  await checkBillOfClosed(world, tableId, shown);
  await checkOrderAtClosed(world, tableId, shown);
  return after;
};

/** Errors › Mutation rejection reasons: whoever closed it, a closed table takes no order. */
const checkOrderAtClosed = async (world: World, tableId: string, shown: Looked): Promise<void> => {
  const [listingId] = world.fixtures.listings?.inStock ?? [];
  if (listingId === undefined) return;
  const menu = world.claims.prepaid ? await menuOf(world) : [];
  for (const prepaid of [false, true].filter((paid) => world.claims[paid ? 'prepaid' : 'postpaid'])) {
    const submitted = await submitOne(world, { context: atTable(tableId), listingId, prepaid, menu });
    if (submitted.kind !== 'submitted' || (await beganSession(world, tableId, submitted))) return;
    if (submitted.result.reasons.includes('ORDER_CLOSED')) world.check('submission/rejection-reasons', passed);
    if (submitted.result.success !== true) continue;
    const outcome = failed({
      expected: 'success false, rejected as ORDER_CLOSED',
      actual: `success true${prepaid ? ' for an order that is paid' : ''}, and the table is not open`,
      exchanges: [shown.exchange, submitted.exchange],
      cause: 'accepted at a table closed by hand',
    });
    world.check('submission/rejection-reasons', outcome);
  }
};

/**
 * Errors › Bill preparation rejection reasons: the bill is already closed. On a table that was closed by hand there may be lines
 * that are not marked as paid; whoever closed it has settled them.
 */
const checkBillOfClosed = async (world: World, tableId: string, shown: Looked): Promise<void> => {
  const prepared = await letGo(world, prepare(world, tableId, { checkpoint: snapshotIn(shown)?.updatedAt }));
  if (prepared.kind !== 'prepared') return;
  const { success, reasonCode = '' } = prepared.bill;
  if (success === false && noneToPay.includes(reasonCode)) return world.check('bill/no-open-bill', passed);
  if (success !== true) return;
  // Somebody may have sat down meanwhile.
  const since = await look(world, tableId);
  if (since.kind !== 'looked' || snapshotIn(since)?.status !== 'CLOSED') return;
  const outcome = failed({
    expected: `success false, reasonCode ${noneToPay.join(' or ')}`,
    actual: 'success true, with the table CLOSED before and after',
    exchanges: [prepared.exchange, since.exchange],
    cause: 'bill at a table closed by hand',
  });
  world.check('bill/no-open-bill', outcome);
};

/**
 * A warning: it may have been one of several orders of the table that was closed. The table may be free for the next guests at once,
 * whose session then has begun since, with nothing on it.
 */
const stillOpen = async (
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
const movedOutcome = (
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
