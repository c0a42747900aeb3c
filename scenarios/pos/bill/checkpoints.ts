import type { CheckOutcome } from '#schemas';
import {
  type BilledTable,
  letGo,
  noneToPay,
  notReopened,
  prepare,
  prepareCurrent,
  type Prepared,
  release,
} from '../../arrange/till/bills.ts';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { justSeen } from '../../arrange/till/just-seen.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { addToTable } from '../../arrange/till/lines.ts';
import { unanswered, unreached } from '../../arrange/till/command-answer.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { menuOf, pricesIn } from '../../arrange/till/orders.ts';
import { staleOutcome } from '../../arrange/till/stale-bill.ts';
import { changeTable } from '../../arrange/till/table-change.ts';
import { letTimePass, openTable, openTableAt, seatAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, outcomeOf, passed, unlessUnmet } from '../../outcome.ts';

const covers = ['bill/stale-checkpoint', 'bill/unpaid-lines', 'payment/failed-releases-bill'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/bill-checkpoints',
  title: 'A bill of a table that changes is refused for a checkpoint from before, and for no other',
  covers,
  provokes: ['table/right-table', 'table/lines-follow-orders'],
  async run(world) {
    const startedAt = world.clock.now();
    world.check('bill/stale-checkpoint', await outcomeOf(checkpointOutcome(world)));
    if (world.clock.now() - startedAt < promptMs) await unlessUnmet(closeBy(world));
    if (!isLeftOut(world, 'a bill after a line was cancelled')) await unlessUnmet(lineCancelled(world));
  },
});

/** A till that takes longer over all this lets no two changes come within a second of each other. */
const promptMs = 8_000;
const closeMs = 1_000;

/** A change right after another: where the till itself shows when each of them was, the one is not taken for the other. */
const closeBy = async (world: World): Promise<void> => {
  const earlier = await openTable(world, 'bill');
  if (earlier.snapshot.wholeSeconds) return;
  await addToTable(world, earlier);
  const before = await seatAt(world, earlier.tableId);
  await addToTable(world, before);
  const after = await seatAt(world, earlier.tableId);
  const { updatedAt, updatedAtMs = 0 } = before.snapshot;
  const apartMs = (after.snapshot.updatedAtMs ?? 0) - updatedAtMs;
  if (updatedAt === undefined || apartMs <= 0 || apartMs >= closeMs) return;
  const stale = await letGo(world, prepare(world, earlier.tableId, { checkpoint: updatedAt }));
  const current = await letGo(world, prepareCurrent(world, earlier.tableId));
  if (current.kind !== 'prepared' || stale.kind !== 'prepared') return;
  const outcome = staleOutcome(world, { before, stale, current });
  if (outcome.status !== 'not-exercised') world.check('bill/stale-checkpoint', outcome);
};

/** For the event of a cancelled line, which is waited for elsewhere. */
const pushedMs = 5_000;

/** A line that the kitchen cancels is a change as well. What is left may be nothing to pay, for whatever checkpoint. */
const lineCancelled = async (world: World): Promise<void> => {
  if (!world.triggers.has('changeTable')) return;
  const before = await openTable(world, 'bill');
  if ((before.snapshot.lines?.length ?? 0) < 2) return;
  await letTimePass(world, before.snapshot);
  const { pushed } = await changeTable(world, before.tableId, 'LINE_CANCELLED', { patienceMs: pushedMs });
  if (pushed.kind === 'unmade') return;
  const after = await seatAt(world, before.tableId);
  if ((after.snapshot.updatedAtMs ?? 0) <= (before.snapshot.updatedAtMs ?? 0)) return;
  const stale = await letGo(world, prepare(world, before.tableId, { checkpoint: before.snapshot.updatedAt }));
  const current = await letGo(world, prepareCurrent(world, before.tableId));
  if (stale.kind !== 'prepared' || current.kind !== 'prepared' || current.bill.success !== true) return;
  const outcome = staleOutcome(world, { before, stale, current });
  if (outcome.status !== 'not-exercised') world.check('bill/stale-checkpoint', outcome);
  await orderedAfter(world, before.tableId);
};

/** What becomes of the table with an order once something was cancelled there is told by watching. */
const orderedAfter = async (world: World, tableId: string): Promise<void> => {
  if (!world.claims.postpaid) return;
  await addToTable(world, await seatAt(world, tableId));
  await openTableAt(world, tableId);
};

const checkpointOutcome = async (world: World): Promise<CheckOutcome> => {
  const before = await openTable(world, 'bill');
  const { tableId } = before;
  const earlier = isLeftOut(world, 'the bill before a change')
    ? undefined
    : await unlessUnmet(letGo(world, prepareCurrent(world, tableId)));
  const after = (await outcomeOf(addToTable(world, before))) ?? (await openTableAt(world, tableId));
  if ('status' in after || after.kind === 'not-open') {
    const wasBilled = earlier?.kind === 'prepared' && earlier.bill.success === true;
    const kept = wasBilled ? await notReopened(world, { tableId, exchange: earlier.exchange }) : undefined;
    if (kept) world.check('payment/failed-releases-bill', kept);
    return 'status' in after ? after : closed;
  }
  if (after.kind !== 'seated') return unreached(after, 'the request for the snapshot after a change');
  const moved = after.snapshot.updatedAtMs !== before.snapshot.updatedAtMs;
  if (before.snapshot.updatedAt === undefined || !moved)
    return notExercised('updatedAt did not change with the table (see table/updated-at-moves)');
  const stale = await letGo(world, prepare(world, tableId, { checkpoint: before.snapshot.updatedAt }));
  const current = await letGo(world, prepareCurrent(world, tableId, { known: justSeen(world, after) }));
  if (current.kind !== 'prepared') return unanswered(current);
  if (!isLeftOut(world, 'a bill without a checkpoint')) await unlessUnmet(withoutCheckpoint(world, current));
  if (world.claims.postpaid && earlier?.kind === 'prepared') await addedToBill(world, earlier, current);
  if (stale.kind !== 'prepared') return unanswered(stale);
  return staleOutcome(world, { before, stale, current });
};

const closed = notExercised('the table is no longer open');

/** The checkpoint is optional: without one there is nothing that could have changed since. */
const withoutCheckpoint = async (world: World, current: BilledTable): Promise<void> => {
  if (current.bill.success !== true) return;
  const { bill, exchange, kind } = { bill: undefined, exchange: 0, ...(await prepare(world, current.seat.tableId)) };
  if (kind !== 'prepared' || bill === undefined) return;
  await release(world, bill.posBillId);
  const { success, reasonCode = 'none' } = bill;
  if (success === true) return world.check('bill/stale-checkpoint', passed);
  if (success === undefined || !['ORDER_CHANGED', ...noneToPay].includes(reasonCode)) return;
  const again = await prepareCurrent(world, current.seat.tableId);
  if (again.kind !== 'prepared' || again.bill.success !== true) return;
  await release(world, again.bill.posBillId);
  const outcome = failed({
    expected: 'success true',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [current.exchange, exchange, again.exchange],
    cause: 'no bill without a checkpoint',
  });
  world.check('bill/stale-checkpoint', outcome);
};

/** An order without a payment is paid later, so it stands on the next bill. */
const addedToBill = async (world: World, earlier: Prepared, current: Prepared): Promise<void> => {
  const both = earlier.bill.success === true && current.bill.success === true;
  if (!both || !isSameJson(earlier.bill.totals, current.bill.totals)) return;
  // What totals are made of is not shown; some show no amount.
  if (payable(current.bill.totals).length === 0) return;
  const [listingId = ''] = world.fixtures.listings?.inStock ?? [];
  // What costs nothing does not show.
  const price = pricesIn(await menuOf(world), listingId)[0]?.money.value ?? 0;
  if (price === 0) return;
  const outcome = failed({
    expected: `other totals than ${excerpt(earlier.bill.totals)}, the totals before the order`,
    actual: 'the same totals',
    exchanges: [earlier.exchange, current.exchange],
    cause: 'an order to be paid later not on the bill',
  });
  world.check('bill/unpaid-lines', outcome);
};
