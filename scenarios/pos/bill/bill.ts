import { type CheckOutcome, isTableOver, type OrderContext } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { atTable, billPaymentCompleted, contextName, paymentOf } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { ask, unanswered } from '../../arrange/till/command-answer.ts';
import { freshId } from '../../arrange/identity.ts';
import { readPayment } from '../../arrange/till/read-results.ts';
import { payable } from '../../arrange/till/amounts.ts';
import type { Prepared } from '../../arrange/till/billed.ts';
import { letGo, prepare, prepareIn, release } from '../../arrange/till/bills.ts';
import { noneToPay, saysPending } from '../../arrange/till/bill-excuse.ts';
import { isLeftOut, someOf } from '../../arrange/sampling.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { contextsAway, menuOf, submitOne } from '../../arrange/till/orders.ts';
import { look, lookOnce, snapshotIn } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [
  'bill/result-body',
  'bill/no-open-bill',
  'bill/unpaid-lines',
  'payment/failed-releases-bill',
  'payment/unknown-bill',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/bill',
  title: 'A bill is answered wherever it is asked for, and prepared where something is to be paid',
  takesLong: true,
  covers,
  async run(world) {
    world.check('payment/unknown-bill', await unknownOutcome(world));
    await askElsewhere(world);
    const { empty = [], closed = [] } = world.fixtures.tables ?? {};
    for (const tableId of empty.slice(-1)) await atEmptyTable(world, tableId);
    for (const tableId of closed.slice(0, 1))
      world.check('bill/no-open-bill', await noneOutcome(world, tableId, 'closed'));
    if (empty.length + closed.length === 0)
      world.check(
        'bill/no-open-bill',
        notExercised('no empty and no closed table is configured', 'pos.fixtures.tables.empty'),
      );
  },
});

const unknownOutcome = async (world: World): Promise<CheckOutcome> => {
  const payment = paymentOf({ value: 1000, currency: 'PLN' }, world.clock.now());
  const answer = await ask(world, billPaymentCompleted(freshId(), payment));
  if (answer.kind !== 'answered') return unanswered(answer);
  const { success } = readPayment(answer.body);
  if (success === undefined) return notExercised('the result says no success');
  if (!success) return passed;
  return failed({
    expected: 'success false',
    actual: 'success true',
    exchanges: [answer.exchange],
    cause: 'payment of an unknown bill applied',
  });
};

/** Where there is no snapshot there is no checkpoint to send. */
const prepareAsIs = async (world: World, tableId: string) => {
  const looked = await lookOnce(world, tableId);
  const shown = snapshotIn(looked);
  const prepared = await letGo(world, prepare(world, tableId, { checkpoint: shown?.updatedAt }));
  const isRefused = prepared.kind === 'prepared' && noneToPay.includes(prepared.bill.reasonCode ?? '');
  // A till may call it temporary that nobody sits there, and what refuses its bill says the same.
  const snapshot = isRefused ? shown : (shown ?? snapshotIn(await look(world, tableId)));
  const status = snapshot?.status ?? (looked.kind === 'looked' ? looked.table.currentStatus : undefined);
  return { prepared, snapshot, status };
};

/**
 * Everywhere a customer may ask for a bill there is an answer, with or without a bill in it: at a kiosk, for what is
 * picked up or delivered, and at a table without a checkpoint.
 */
const askElsewhere = async (world: World): Promise<void> => {
  const { open = [] } = world.fixtures.tables ?? {};
  const table = open.length > 0 ? await world.tables.take(open) : undefined;
  const contexts = [...(table !== undefined ? [atTable(table)] : []), ...contextsAway(world)];
  for (const context of someOf(world, 'places where a bill is asked for', contexts)) {
    const prepared = await prepareIn(world, context);
    if (prepared.kind !== 'prepared') {
      world.check('bill/result-body', unanswered(prepared));
      continue;
    }
    await release(world, prepared.bill.posBillId);
    const empty = ofNothing(prepared, context);
    if (empty) world.check('bill/no-open-bill', empty);
    else if (prepared.bill.success === true && !isLeftOut(world, 'a bill once more after its payment failed'))
      await onceMore(world, context, prepared);
  }
  if (table !== undefined) world.tables.leave(table);
};

/** The payment of a bill has failed, wherever it was asked for: the next customer may ask for it. */
const onceMore = async (world: World, context: OrderContext, first: Prepared): Promise<void> => {
  const again = await letGo(world, prepareIn(world, context));
  if (again.kind !== 'prepared' || !saysPending(again.bill)) return;
  const where = contextName(context);
  const outcome = failed({
    expected: `another bill (${where})`,
    actual: `success false, reasonCode ${again.bill.reasonCode ?? 'none'}`,
    exchanges: [first.exchange, again.exchange],
    cause: `not released: ${where}`,
  });
  world.check('payment/failed-releases-bill', outcome);
};

/**
 * A till that bills what somebody else has not paid yet may not look at the details, with which nobody has ordered. The reason is worded
 * for stations, so that elsewhere a bill of nothing is no more than odd.
 */
const ofNothing = ({ bill, exchange }: Prepared, { type }: OrderContext): CheckOutcome | undefined => {
  const amounts = payable(bill.totals);
  if (type === 'STATION' || bill.success !== true || amounts.length === 0) return undefined;
  if (amounts.some(({ money }) => money.value !== 0)) return undefined;
  return warned(
    {
      message: `An empty bill was prepared for a ${type} order that was never placed; answer NO_OPEN_BILL if there is nothing to pay.`,
      expected: 'success false, reasonCode NO_OPEN_BILL',
      actual: `success true, totals ${excerpt(bill.totals)}`,
      exchanges: [exchange],
      cause: `a bill of nothing for ${type}`,
    },
    'the reason is worded for stations',
  );
};

/** What was paid when it was ordered is no part of a bill: where there was none to pay before, there is none afterwards. */
const atEmptyTable = async (world: World, tableId: string): Promise<void> => {
  const outcome = await noneOutcome(world, tableId, 'empty');
  world.check('bill/no-open-bill', outcome);
  const [listingId] = world.fixtures.listings?.inStock ?? [];
  if (outcome.status !== 'passed' || !world.claims.prepaid || listingId === undefined) return;
  if (isLeftOut(world, 'a prepaid order at an empty table')) return;
  const menu = await menuOf(world);
  const ordered = await submitOne(world, { context: atTable(tableId), listingId, prepaid: true, menu });
  if (ordered.kind !== 'submitted' || ordered.result.success !== true) return;
  const { prepared } = await prepareAsIs(world, tableId);
  if (prepared.kind !== 'prepared' || prepared.bill.success !== true) return;
  // A bill of nothing takes no money, whatever else its totals show.
  if ((payable(prepared.bill.totals)[0]?.money.value ?? 0) === 0) return;
  const prepaid = failed({
    expected: 'success false, reasonCode NO_OPEN_BILL, as before the prepaid order',
    actual: `success true, totals ${excerpt(prepared.bill.totals)}`,
    exchanges: [ordered.exchange, prepared.exchange],
    cause: 'a prepaid order on a bill',
  });
  world.check('bill/unpaid-lines', prepaid);
};

/** At a table where nobody owes anything there is no bill, and for just that reason. */
const noneOutcome = async (world: World, tableId: string, where: 'empty' | 'closed'): Promise<CheckOutcome> => {
  const isClosed = where === 'closed';
  // An order at it may begin its next session.
  if (isClosed) await world.tables.take([tableId]);
  const { prepared, snapshot, status = 'none' } = await prepareAsIs(world, tableId);
  if (prepared.kind !== 'prepared') return unanswered(prepared);
  const { bill, exchange } = prepared;
  const key = `pos.fixtures.tables.${where}`;
  if (isClosed && snapshot?.status === 'OPEN') return notExercised(`a table in ${key} is open`, key);
  if (!isClosed && bill.success === true && (snapshot?.lines?.length ?? 0) > 0)
    return notExercised(`a table in ${key} has lines`, key);
  if (bill.success === undefined) return notExercised('a result says no success');
  // A closed bill is no open one either. Transitions of Table status are not shown: an empty one may be closed until somebody sits there.
  const right = isClosed || isTableOver(status) ? noneToPay : ['NO_OPEN_BILL'];
  if (!bill.success && right.includes(bill.reasonCode ?? '')) return passed;
  const table = `${isClosed ? 'a closed' : 'an empty'} table`;
  return failed({
    message: `A bill was asked for at ${table}; the reason why there is none is ${right.join(' or ')}.`,
    expected: `success false, reasonCode ${right.join(' or ')}`,
    actual: bill.success ? 'success true' : `reasonCode ${bill.reasonCode ?? 'none'}`,
    pointer: bill.success ? '/success' : '/reasonCode',
    exchanges: [exchange],
    cause: `bill at ${table}`,
  });
};
