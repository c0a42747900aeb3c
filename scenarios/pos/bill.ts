import type { CheckOutcome } from '#schemas';
import { inactive } from '../active-till.ts';
import { definePosScenario } from '../define.ts';
import { failed, notExercised, passed, warned } from '../outcome.ts';
import { unanswered, unreached } from '../pos-asking.ts';
import { addToTable, excuse, prepare, prepareCurrent, type Prepared, release } from '../pos-billing.ts';
import { look, seat, type Seat, seatAt } from '../pos-seating.ts';
import type { PosWorld } from '../pos-world.ts';

const covers = ['bill/result-body', 'bill/stale-checkpoint', 'bill/no-open-bill'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default definePosScenario({
  id: 'pos/bill',
  title: 'A bill is prepared for the table as it is now, and for no other',
  phase: 'order',
  needs: ['triggers.activatePos'],
  covers,
  async run(world) {
    const blocked = await inactive(world);
    if (blocked) {
      for (const id of covers) world.check(id, blocked);
      return;
    }
    world.check('bill/stale-checkpoint', await staleOutcome(world));
    const { empty = [], closed = [] } = world.fixtures.tables ?? {};
    const [nobody, gone] = [empty.at(-1), closed.at(-1)];
    if (nobody !== undefined) world.check('bill/no-open-bill', await emptyOutcome(world, nobody));
    if (gone !== undefined) world.check('bill/no-open-bill', await closedOutcome(world, gone));
    if (nobody === undefined && gone === undefined)
      world.check(
        'bill/no-open-bill',
        notExercised('no empty and no closed table is configured', 'pos.fixtures.tables.empty'),
      );
  },
});

const staleOutcome = async (world: World): Promise<CheckOutcome> => {
  const before = await seat(world, 'bill');
  if (before.kind === 'blocked') return before.outcome;
  const { tableId } = before;
  const unchanged = await addToTable(world, before);
  if (unchanged) return unchanged;
  const after = await seatAt(world, tableId);
  if (after.kind === 'not-open') return notExercised('the table is no longer open');
  if (after.kind !== 'seated') return unreached(after, 'the request for the snapshot after a change');
  const moved = after.snapshot.updatedAtMs !== before.snapshot.updatedAtMs;
  if (before.snapshot.updatedAt === undefined || !moved)
    return notExercised('updatedAt of the table did not move on with a change, so no checkpoint of it can be stale');
  const stale = await prepare(world, tableId, { checkpoint: before.snapshot.updatedAt });
  if (stale.kind === 'prepared') await release(world, stale.bill.posBillId);
  const current = await prepareCurrent(world, tableId);
  if (current.kind === 'prepared') await release(world, current.bill.posBillId);
  if (current.kind === 'blocked') return current.outcome;
  if (current.kind !== 'prepared') return unanswered(current);
  if (stale.kind !== 'prepared') return unanswered(stale);
  return judged(before, stale, { ...current });
};

const judged = (before: Seat, stale: Prepared, current: Prepared & { readonly seat: Seat }): CheckOutcome => {
  const exchanges = [before.exchange, stale.exchange, current.exchange];
  const unable = excuse(current.bill);
  if (unable) return unable;
  if (current.bill.success === undefined || stale.bill.success === undefined)
    return notExercised('a result says no success');
  if (!current.bill.success)
    return failed({
      message:
        'A bill was refused although the checkpoint is updatedAt of the snapshot just before and the table has something to pay.',
      expected: `success true for the checkpoint ${current.seat.snapshot.updatedAt ?? ''}`,
      actual: `success false, reasonCode ${current.bill.reasonCode ?? 'none'}`,
      pointer: '/success',
      exchanges,
      cause: 'no bill for a current checkpoint',
    });
  if (!stale.bill.success && stale.bill.reasonCode === 'ORDER_CHANGED') return passed;
  return failed({
    message:
      'The table had changed since the checkpoint of the request; answer with ORDER_CHANGED, so that the customer does not pay for something else than was shown.',
    expected: `success false, reasonCode ORDER_CHANGED for the checkpoint ${before.snapshot.updatedAt ?? ''}`,
    actual: stale.bill.success ? 'success true' : `reasonCode ${stale.bill.reasonCode ?? 'none'}`,
    pointer: stale.bill.success ? '/success' : '/reasonCode',
    exchanges,
    cause: stale.bill.success ? 'a bill for a stale checkpoint' : 'another reason for a stale checkpoint',
  });
};

/** Where there is no snapshot there is no checkpoint to send. */
const prepareAsIs = async (world: World, tableId: string) => {
  const looked = await look(world, tableId);
  const snapshot = looked.kind === 'looked' ? looked.table.snapshot : undefined;
  const prepared = await prepare(world, tableId, { checkpoint: snapshot?.updatedAt });
  if (prepared.kind === 'prepared') await release(world, prepared.bill.posBillId);
  return { prepared, snapshot };
};

const emptyOutcome = async (world: World, tableId: string): Promise<CheckOutcome> => {
  const { prepared, snapshot } = await prepareAsIs(world, tableId);
  if (prepared.kind !== 'prepared') return unanswered(prepared);
  if (prepared.bill.success === true && (snapshot?.lines?.length ?? 0) > 0)
    return notExercised('the table that is configured as empty has lines', 'pos.fixtures.tables.empty');
  return reasonOutcome(prepared, { where: 'an empty table', right: 'NO_OPEN_BILL' });
};

const closedOutcome = async (world: World, tableId: string): Promise<CheckOutcome> => {
  const { prepared, snapshot } = await prepareAsIs(world, tableId);
  if (prepared.kind !== 'prepared') return unanswered(prepared);
  if (snapshot?.status === 'OPEN')
    return notExercised('the table that is configured as closed is open', 'pos.fixtures.tables.closed');
  // A closed bill is no open one either, but there is a reason that says so.
  return reasonOutcome(prepared, { where: 'a closed table', right: 'ORDER_CLOSED', near: 'NO_OPEN_BILL' });
};

const reasonOutcome = (
  { bill, exchange }: Prepared,
  { where, right, near }: { readonly where: string; readonly right: string; readonly near?: string },
): CheckOutcome => {
  if (bill.success === undefined) return notExercised('a result says no success');
  if (!bill.success && bill.reasonCode === right) return passed;
  const finding = {
    message: `A bill was asked for at ${where}; the reason why there is none is ${right}.`,
    expected: `success false, reasonCode ${right}`,
    actual: bill.success ? 'success true' : `reasonCode ${bill.reasonCode ?? 'none'}`,
    pointer: bill.success ? '/success' : '/reasonCode',
    exchanges: [exchange],
    cause: `bill at ${where}`,
  };
  return !bill.success && bill.reasonCode === near ? warned(finding) : failed(finding);
};
