import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { type BilledTable, letGo, noneToPay, prepare, prepareCurrent, release } from '../../arrange/till/bills.ts';
import { atTable, lineSelector } from '../../arrange/till/commands.ts';
import { addToTable, newLineIds } from '../../arrange/till/lines.ts';
import { menuOf, pricesIn, submitOne } from '../../arrange/till/orders.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import {
  letTimePass,
  look,
  openTable,
  type OpenTable,
  openTableAt,
  seatAt,
  snapshotIn,
} from '../../arrange/till/tables.ts';
import { unlessUnmet, unmet, failed, warned } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { droppedOrder, type FailedWith, isDropped } from './dropped-order.ts';
import { equalPaid } from './equal-payments.ts';
import { type Paid, payOnce } from './paid-bill.ts';
import { lookAfterPayment, visibleOutcome } from './table-payments.ts';
import type { CheckOutcome } from '#schemas';
import type { ReadBill } from '../../arrange/till/read-results.ts';

const covers = [
  'bill/unpaid-lines',
  'payment/applied-once',
  'payment/visible-in-table',
  'payment/failed-releases-bill',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/payment-meanwhile',
  title: 'What is ordered while a bill waits is neither lost nor paid with it, and equal amounts are two payments',
  needs: ['pos.fixtures.tables.open'],
  covers,
  async run(world) {
    const [main = '', other] = world.fixtures.listings?.inStock ?? [];
    // Of what was there already nobody could tell what is new.
    if (!world.claims.STATION || !world.claims.postpaid || other === undefined) return;
    if (isLeftOut(world, 'orders while a bill waits for its payment')) return;
    await unlessUnmet(orderAndPay(world, { main, other }));
  },
});

interface Listings {
  readonly main: string;
  readonly other: string;
}

const orderAndPay = async (world: World, { main, other }: Listings): Promise<void> => {
  const seated = await openTable(world, 'meanwhile');
  await addToTable(world, seated, [main]);
  const { tableId } = seated;
  if (!(await whileItFails(world, tableId, other))) return;
  const ordered = await whileItIsPaid(world, tableId, other);
  if (ordered?.kind === 'ordered') await equalAmounts(world, ordered, { main, other });
  if (ordered?.kind !== 'lost') return;
  const addAgain = async (): Promise<true> => {
    await addToTable(world, await seatAt(world, tableId), [main]);
    return true;
  };
  const isOver = !(await unlessUnmet(addAgain()));
  const once = isOver ? undefined : await whileItIsPaid(world, tableId, other);
  if (isOver || once?.kind === 'lost') world.check('bill/unpaid-lines', orderLost(ordered, isOver ? 'once' : 'twice'));
};

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

const billed = async (
  world: World,
  tableId: string,
  asked?: Parameters<typeof prepareCurrent>[2],
): Promise<BilledTable> => {
  const waiting = await prepareCurrent(world, tableId, asked);
  if (waiting.kind === 'prepared' && waiting.bill.success === true) return waiting;
  throw unmet('no bill was prepared');
};

/** Once more where the order is gone, so that what a waiter does just then is not taken for the till. Whether orders are taken. */
const whileItFails = async (world: World, tableId: string, listingId: string): Promise<boolean> => {
  const dropped: FailedWith[] = [];
  while (dropped.length < 2) {
    const from = world.till.mark();
    const waiting = await billed(world, tableId);
    const ordered = await order(world, waiting.seat, listingId);
    await release(world, waiting.bill.posBillId);
    if (ordered === undefined) return false;
    const after = await seatAt(world, tableId);
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
  const [amount] = payable(waiting.bill.totals);
  if (amount === undefined) return undefined;
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
  { main, other }: Listings,
): Promise<void> => {
  await addToTable(world, await seatAt(world, tableId), [main]);
  const one = await seatAt(world, tableId);
  const two = await order(world, one, other);
  const [second] = two === undefined ? [] : newLineIds(one, two);
  if (second === undefined || second === lineId) return;
  let amountPaid: number | undefined;
  let earlier: Paid | undefined;
  for (const id of [lineId, second]) {
    const items = [lineSelector(id)];
    const bill = await billed(world, tableId, { items });
    const { path, doubt } = paid.amount;
    const amount = payable(bill.bill.totals).find((one) => one.path === path && one.doubt === doubt);
    const isEqual =
      amount !== undefined && amount.money.value > 0 && (amountPaid ?? amount.money.value) === amount.money.value;
    if (amount === undefined || !isEqual) {
      await release(world, bill.bill.posBillId);
      return;
    }
    const now = await payOnce(world, bill.bill, { amount });
    const again =
      now.kind === 'paid'
        ? await unlessUnmet(letGo(world, prepareCurrent(world, tableId, { items, right: 'a refusal' })))
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

interface Seen {
  readonly exchange: number;
}

/** A bill that waited, what was ordered meanwhile, its payment, and that there is nothing to pay since. */
interface Lost {
  readonly kind: 'lost';
  readonly waiting: Seen;
  readonly ordered: Seen;
  readonly paid: Seen;
  readonly rest: Seen & { readonly bill: ReadBill };
}

/**
 * Resources › Bill and payment: a payment is for the bill that it names, which was prepared before the order; what is submitted without a
 * payment is paid later. Where that could not be tried twice staff may have settled it by hand in the meantime.
 */
const orderLost = ({ waiting, ordered, paid, rest }: Lost, seen: 'once' | 'twice'): CheckOutcome => {
  const finding = {
    expected: 'a bill for what was ordered meanwhile',
    actual: `success false, reasonCode ${rest.bill.reasonCode ?? 'none'}`,
    exchanges: [waiting.exchange, ordered.exchange, paid.exchange, rest.exchange],
    cause: 'an order paid with the bill of before',
  };
  return seen === 'twice' ? failed(finding) : warned(finding, 'staff may have settled it by hand in the meantime');
};
