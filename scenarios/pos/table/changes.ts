import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { type OpenTable, readField, type ReadTable } from '../../arrange/till/read-results.ts';
import { failed, passed, warned } from '../../outcome.ts';
import { letGo, prepare } from '../../arrange/till/bills.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import { atTable } from '../../arrange/till/commands.ts';
import { menuOf, submitOne } from '../../arrange/till/orders.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
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

const covers = [
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
  provokes: ['table/updated-at-moves'],
  async run(world) {
    const { tableId } = await openTable(world, 'changes');
    const missed: ChangeType[] = [];
    const lastTable = (world.fixtures.tables?.open?.length ?? 0) < 2;
    for (const changeType of changeTypes) {
      // Closing the only table there is would leave none to try anything with, in this run and the next.
      if (changeType === 'ORDER_CLOSED' && lastTable) continue;
      const before = await openTableAt(world, tableId);
      if (before.kind !== 'seated') return;
      await letTimePass(world, before.snapshot);
      const neighbour = changeType === 'ORDER_CLOSED' ? await neighbourOf(world, tableId) : undefined;
      const patienceMs = missed.length > 0 ? onceMissedMs : undefined;
      const change = await changeTable(world, tableId, changeType, { patienceMs, missed });
      if (change.pushed.kind === 'missing') missed.push(changeType);
      report(world, change);
      if (changeType === 'ORDER_CLOSED' && change.pushed.kind !== 'unmade') await checkClosed(world, before);
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

/** For an event once another of its kind did not come. */
const onceMissedMs = 5_000;

const report = (world: World, { pushed, outcome }: TableChange): void => {
  if (!world.claims.events) return;
  if (outcome) world.check('events/change-is-pushed', outcome);
  if (pushed.kind === 'unmade') world.check('events/table-changed', pushed.outcome);
};

/**
 * Only a warning where it is open: it may have been one of several orders of the table that was closed. The table may be free for the
 * next guests at once, whose session then has begun since, with nothing on it.
 */
const checkClosed = async (world: World, { tableId, session, exchange }: OpenTable): Promise<void> => {
  const isFreed = ({ session: now, snapshot }: ReadTable): boolean =>
    snapshot?.lines?.length === 0 && readField(now, 'openedAt') !== readField(session, 'openedAt');
  const isOpen = (table: ReadTable): boolean =>
    table.success !== false && table.snapshot?.status === 'OPEN' && !isFreed(table);
  const after = await lookUntil(world, tableId, (table) => !isOpen(table));
  if (after.kind !== 'looked') return;
  const open = {
    expected: 'another status than OPEN, or no table',
    actual: 'status OPEN',
    exchanges: [exchange, after.exchange],
    cause: 'open after ORDER_CLOSED',
  };
  if (world.claims.events && isOpen(after.table))
    world.check(
      'events/table-changed',
      warned(open, 'the till may have closed only one of several orders at the table'),
    );
  if (!world.claims.STATION || snapshotIn(after)?.status !== 'CLOSED') return;
  await checkBillOfClosed(world, tableId, after);
  await checkOrderAtClosed(world, tableId, after);
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
