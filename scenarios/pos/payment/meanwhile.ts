import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { letGo, noneToPay, prepare, prepareCurrent, type Prepared, release } from '../../arrange/till/bills.ts';
import { atTable, lineSelector } from '../../arrange/till/commands.ts';
import { addToTable, newLineIds } from '../../arrange/till/lines.ts';
import { menuOf, pricesIn, submitOne } from '../../arrange/till/orders.ts';
import { isLeftOut } from '../../arrange/some-of.ts';
import { letTimePass, look, openTable, type OpenTable, openTableAt, snapshotIn } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { droppedOrder, type FailedWith, isDropped } from './dropped-order.ts';
import { equalPaid } from './equal-payments.ts';
import { type Lost, orderLost } from './order-lost.ts';
import { type Paid, payOnce } from './paid-bill.ts';
import { lookAfterPayment, visibleOutcome } from './table-payments.ts';

const covers = [
  'bill/unpaid-lines',
  'payment/applied-once',
  'payment/visible-in-table',
  'payment/failed-releases-bill',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/payment-meanwhile',
  title: 'What is ordered while a bill waits is neither lost nor paid with it, and equal amounts are two payments',
  phase: 'order',
  touches: [],
  needs: ['pos.fixtures.tables.open'],
  covers,
  async run(world) {
    const [main = '', other] = world.fixtures.listings?.inStock ?? [];
    // Of what was there already nobody could tell what is new.
    if (!world.claims.STATION || !world.claims.postpaid || other === undefined) return;
    if (isLeftOut(world, 'orders while a bill waits for its payment')) return;
    const seated = await openTable(world, 'meanwhile');
    if (seated.kind === 'blocked' || (await addToTable(world, seated, [main])).undone) return;
    const { tableId } = seated;
    if (!(await whileItFails(world, tableId, other))) return;
    const ordered = await whileItIsPaid(world, tableId, other);
    if (ordered?.kind === 'ordered') await equalAmounts(world, ordered, { main, other });
    if (ordered?.kind !== 'lost') return;
    const again = await openTableAt(world, tableId);
    const isOver = again.kind !== 'seated' || (await addToTable(world, again, [main])).undone !== undefined;
    const once = isOver ? undefined : await whileItIsPaid(world, tableId, other);
    if (isOver || once?.kind === 'lost')
      world.check('bill/unpaid-lines', orderLost(ordered, isOver ? 'once' : 'twice'));
  },
});

/** Has one more thing ordered; undefined where that is not accepted, as by a till that keeps a table as it is while it is being paid for. */
const order = async (world: World, seat: OpenTable, listingId: string): Promise<OpenTable | undefined> => {
  await letTimePass(world, seat.snapshot);
  const context = atTable(seat.tableId);
  const submitted = await submitOne(world, { context, listingId, prepaid: false, menu: [] });
  if (submitted.kind !== 'submitted' || submitted.result.success !== true) return undefined;
  const after = await openTableAt(world, seat.tableId);
  // One that was accepted and never reached the table is for others to tell of.
  return after.kind === 'seated' && after.snapshot.updatedAt !== seat.snapshot.updatedAt ? after : undefined;
};

type Waiting = Prepared & { readonly seat: OpenTable };

const billed = async (
  world: World,
  tableId: string,
  asked?: Parameters<typeof prepareCurrent>[2],
): Promise<Waiting | undefined> => {
  const waiting = await prepareCurrent(world, tableId, asked);
  return waiting.kind === 'prepared' && waiting.bill.success === true ? waiting : undefined;
};

/** Once more where the order is gone, so that what a waiter does just then is not taken for the till. Whether orders are taken. */
const whileItFails = async (world: World, tableId: string, listingId: string): Promise<boolean> => {
  const dropped: FailedWith[] = [];
  while (dropped.length < 2) {
    const from = world.till.mark();
    const waiting = await billed(world, tableId);
    if (waiting === undefined) return false;
    const ordered = await order(world, waiting.seat, listingId);
    await release(world, waiting.bill.posBillId);
    if (ordered === undefined) return false;
    const after = await openTableAt(world, tableId);
    if (after.kind !== 'seated') return false;
    const seen = { ordered, ids: newLineIds(waiting.seat, ordered), after };
    if (
      !isDropped(
        seen,
        world.till.traffic().filter(({ n }) => n >= from),
      )
    )
      return true;
    dropped.push(seen);
  }
  world.check('payment/failed-releases-bill', droppedOrder(dropped));
  return false;
};

/** An order came while the bill of its table waited to be paid. */
interface Ordered {
  readonly kind: 'ordered';
  readonly paid: Paid;
  readonly lineId: string;
  readonly tableId: string;
}

const whileItIsPaid = async (world: World, tableId: string, listingId: string): Promise<Ordered | Lost | undefined> => {
  const waiting = await billed(world, tableId);
  const amount = waiting && payable(waiting.bill.totals)[0];
  if (waiting === undefined || amount === undefined) return undefined;
  const ordered = await order(world, waiting.seat, listingId);
  if (ordered === undefined) {
    await release(world, waiting.bill.posBillId);
    return undefined;
  }
  // A till may refuse it, since the table is another one by now; then the platform refunds it.
  const paid = await payOnce(world, waiting.bill, { amount });
  if (paid.kind !== 'paid') return undefined;
  const looked = await look(world, tableId);
  const shown = snapshotIn(looked);
  if (looked.kind !== 'looked' || shown === undefined) return undefined;
  const rest = await letGo(world, prepare(world, tableId, { checkpoint: shown.updatedAt }));
  if (rest.kind !== 'prepared') return undefined;
  const { success, reasonCode = '' } = rest.bill;
  if (success === false && noneToPay.includes(reasonCode)) {
    // What costs nothing is not billed.
    const price = pricesIn(await menuOf(world), listingId)[0]?.money.value ?? 0;
    return price > 0 ? { kind: 'lost', waiting, ordered, paid, rest } : undefined;
  }
  const ids = newLineIds(waiting.seat, ordered);
  const [lineId] = ids;
  return success === true && lineId !== undefined && ids.length === 1
    ? { kind: 'ordered', paid, lineId, tableId }
    : undefined;
};

/** Two guests have had the same, and each pays for it; something else is left, so that the table stays as it is. */
const equalAmounts = async (
  world: World,
  { paid, lineId, tableId }: Ordered,
  { main, other }: { readonly main: string; readonly other: string },
): Promise<void> => {
  const before = await openTableAt(world, tableId);
  if (before.kind !== 'seated' || (await addToTable(world, before, [main])).undone) return;
  const one = await openTableAt(world, tableId);
  const two = one.kind === 'seated' ? await order(world, one, other) : undefined;
  const [second] = one.kind === 'seated' && two !== undefined ? newLineIds(one, two) : [];
  if (second === undefined || second === lineId) return;
  let amountPaid: number | undefined;
  let earlier: Paid | undefined;
  for (const id of [lineId, second]) {
    const items = [lineSelector(id)];
    const bill = await billed(world, tableId, { items });
    const amount =
      bill &&
      payable(bill.bill.totals).find(({ path, doubt }) => path === paid.amount.path && doubt === paid.amount.doubt);
    const isEqual =
      amount !== undefined && amount.money.value > 0 && (amountPaid ?? amount.money.value) === amount.money.value;
    if (bill === undefined || amount === undefined || !isEqual) {
      await release(world, bill?.bill.posBillId);
      return;
    }
    const now = await payOnce(world, bill.bill, { amount });
    if (now.kind === 'blocked') return;
    const again =
      now.kind === 'paid'
        ? await letGo(world, prepareCurrent(world, tableId, { items, right: 'a refusal' }))
        : undefined;
    const wrong = equalPaid(bill, now, { earlier, again: again?.kind === 'prepared' ? again : undefined });
    if (wrong) return world.check(wrong.requirement, wrong.outcome);
    if (now.kind !== 'paid') return;
    const looks = await lookAfterPayment(world, tableId, { snapshot: bill.seat.snapshot });
    if (looks && looks.after.snapshot?.lines?.length === bill.seat.snapshot.lines?.length)
      world.check('payment/visible-in-table', visibleOutcome(looks));
    amountPaid = amount.money.value;
    earlier = now;
  }
};
