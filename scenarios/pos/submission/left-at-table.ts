import type { CheckOutcome } from '#schemas';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import { grown, measuresOf, timesApplied } from '../../arrange/till/order-effects.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import { openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, passed } from '../../outcome.ts';
import type { AcceptedOrderBaseline } from './rejection-check.ts';
import {
  changeOf,
  growthOf,
  hasGrown,
  hasSameLines,
  isRejected,
  isSameTrace,
  isUntouched,
  type Ordered,
} from './table-order.ts';

type World = PosWorld<'submission/rejection-reasons' | 'table/lines-follow-orders'>;

/** What an order came to, and what of it its table shows; an answer may come before it shows, so that is looked for until it is seen. */
export interface Sold {
  readonly submitted: Submitted | Unanswered;
  readonly seen?: Ordered | undefined;
}
export type Sell = (items: readonly Wanted[], isSeen?: (order: Ordered) => boolean) => Promise<Sold>;

/** Orders one thing after the other; what a table shows of it, as long as it is open. */
export const createSelling = (
  world: World,
  { send }: Pick<AcceptedOrderBaseline, 'send'>,
  seat: ShownTable | undefined,
): Sell => {
  let left = seat;
  return async (items, isSeen = () => true) => {
    const [before, from] = [left, world.till.mark()];
    const submitted = await send(items);
    if (before === undefined || submitted.kind !== 'submitted') return { submitted };
    const { result, exchange } = submitted;
    const order = { before, success: result.success, accepted: result.accepted?.length ?? 0, exchange, from };
    const after = await eventually(
      world,
      () => openTableAt(world, before.tableId),
      (now) => now.kind !== 'seated' || isSeen({ ...order, after: now }),
      { pauseMs: 500 },
    );
    left = after.kind === 'seated' ? after : undefined;
    return { submitted, seen: left && { ...order, after: left } };
  };
};

const isAccepted = ({ success }: Ordered): boolean => success === true;

/** The first order that is accepted after one that was rejected, where it shows in what its table owes. */
export const orderSingle = async (world: World, sell: Sell, good: Wanted): Promise<Ordered | undefined> => {
  const { seen } = await sell([good], (order) => !isAccepted(order) || hasGrown(order));
  if (seen === undefined || !isAccepted(seen)) return undefined;
  if (isUntouched(seen)) world.check('table/lines-follow-orders', lostOutcome(seen));
  return hasGrown(seen) ? seen : undefined;
};

/**
 * What was rejected is not sold, so that nobody owes it: alone, and beside something good. A till may show what it has
 * rejected among its lines, so what the table owes is compared.
 */
export const checkOwed = (world: World, rejection: Ordered | undefined, single?: Ordered): void => {
  if (rejection === undefined || rejection.success !== false) return;
  const outcome = owedOutcome(rejection, (single && growthOf(single)) ?? 0);
  const isHidden = isWaiterAtWork(world, { tableId: rejection.before.tableId, from: rejection.from });
  if (outcome.status === 'passed' || !isHidden) world.check('submission/rejection-reasons', outcome);
};

/** Until the part of an order that was accepted shows. With more than the good item listed, the list is what is wrong. */
export const isPartSeen = (order: Ordered): boolean =>
  order.success !== false || order.accepted !== 1 || !isUntouched(order);

interface PartRejected {
  readonly both: Ordered;
  /** Of the good one of these items alone. */
  readonly single: Ordered;
  readonly good: Wanted;
  readonly items: readonly Wanted[];
}

/**
 * Of an order that was rejected in part: what it leaves is what it lists as accepted, and costs what that cost just before; of one that
 * left nothing the next one has nothing. The last order there.
 */
export const checkPart = async (
  world: World,
  sell: Sell,
  { both, single, good, items }: PartRejected,
): Promise<Ordered> => {
  checkOwed(world, both, single);
  if (!isPartSeen(both)) world.check('table/lines-follow-orders', lostOutcome(both));
  if (!isRejected(both)) return both;
  let last = both;
  const outcome = await leftOver(single, async (what, isSeen) => {
    const { seen } = await sell(what === 'good' ? [good] : items, isSeen);
    last = seen ?? last;
    return seen;
  });
  const isHidden = isWaiterAtWork(world, { tableId: both.before.tableId, from: both.from });
  if (outcome && !isHidden) world.check('submission/rejection-reasons', outcome);
  return last;
};

const lostOutcome = ({ before, after, success, exchange }: Ordered): CheckOutcome =>
  failed({
    message: `${success === true ? 'An order was accepted at a table where something had been ordered before' : 'One of two items was accepted'}, but the table did not change; add every accepted item to it.`,
    expected: 'other lines or totals than before the order',
    actual: `the same ${after.snapshot.lines?.length ?? 0} lines, totals ${excerpt(after.snapshot.totals)}`,
    exchanges: [before.exchange, exchange, after.exchange],
    cause: success === true ? 'a later order not on the table' : 'the accepted part of an order not on the table',
  });

const owedOutcome = (rejection: Ordered, most: number): CheckOutcome => {
  const { before, after, exchange } = rejection;
  if ((growthOf(rejection) ?? 0) <= most) return passed;
  return failed({
    expected: `totals as before the rejection${most > 0 ? ', but for the accepted item' : ''}: ${excerpt(before.snapshot.totals)}`,
    actual: `totals ${excerpt(after.snapshot.totals)}`,
    exchanges: [before.exchange, exchange, after.exchange],
    cause: 'a rejected item on the table',
  });
};

interface OrderOfMore {
  readonly items: readonly Wanted[];
  /** Of several pieces. Else there are several items of one piece each. */
  readonly is?: 'some' | 'one piece more';
}

/**
 * Success means that all items were accepted, so that more of them leave more on the table than one. Neither lines nor totals
 * are finalised, a second piece may cost nothing and a line may hold several; but an order of more that leaves the very
 * trace of fewer has lost the others, and one that leaves none, where one piece just did, has lost all.
 */
export const allOnTable = async (
  world: World,
  sell: Sell,
  {
    one,
    single,
    last = single,
  }: { readonly one: Wanted; readonly single: Ordered; readonly last?: Ordered | undefined },
): Promise<void> => {
  // Lines that show no number hold every piece alike.
  if (![...grown(changeOf(single)).keys()].some((path) => path.startsWith('lines[]'))) return;
  const other = (world.fixtures.listings?.inStock ?? []).find((listingId) => listingId !== one.listingId);
  const some = (others: readonly Wanted[], quantity: number): readonly OrderOfMore[] => [
    { items: [...others, { ...one, quantity }], is: 'some' },
    { items: [...others, { ...one, quantity: quantity + 1 }], is: 'one piece more' },
  ];
  // A dozen items, and a dozen pieces of the last. A till may have less of a listing, and then is asked for fewer.
  const eleven = Array.from({ length: 11 }, () => one);
  const orders: OrderOfMore[] = [
    ...(other === undefined ? [] : [{ items: [one, { listingId: other, quantity: 1 }] }]),
    ...some(eleven, 12),
    { items: [one, one] },
  ];
  // A line may stand for any number of pieces, and not say for how many.
  const hasLines = last !== single && !hasSameLines(last);
  const isShown = (order: Ordered) => !(hasLines ? hasSameLines(order) : isUntouched(order));
  let two: Ordered | undefined;
  for (const { items, is } of orders) {
    // Three are more than two as well, where two were more than one.
    const fewer = is === 'one piece more' ? two : single;
    if (fewer === undefined) continue;
    const { seen } = await sell(items, (order) => !isAccepted(order) || (isShown(order) && !isSameTrace(order, fewer)));
    if (seen === undefined) return;
    if (seen.success === false && is === 'some' && items.length > 1) orders.push(...some([], 2));
    if (!isAccepted(seen)) continue;
    if (!isUntouched(seen) && !isShown(seen)) return await unshownAgain(world, seen, () => sell(items, isShown));
    const owesNoMore = is === undefined && hasGrown(seen) && growthOf(seen) === growthOf(fewer);
    const again = owesNoMore ? (await sell([one])).seen : undefined;
    const outcome = isUntouched(seen) ? lostOutcome(seen) : outcomeOf(fewer, seen, items, again);
    world.check('table/lines-follow-orders', outcome);
    if (is === 'some' && outcome.status === 'passed') two = seen;
  }
};

/** A guest may pay for the same just then, and take it off the table, but hardly twice. */
const unshownAgain = async (world: World, { exchange, after }: Ordered, again: () => Promise<Sold>): Promise<void> => {
  const { seen } = await again();
  if (seen === undefined || !isAccepted(seen) || !hasSameLines(seen) || !hasGrown(seen)) return;
  const { lines = [], totals } = seen.after.snapshot;
  const outcome = failed({
    expected: 'other lines than before the order',
    actual: `the same ${lines.length} lines, totals ${excerpt(after.snapshot.totals)}, then ${excerpt(totals)}`,
    exchanges: [exchange, seen.exchange, seen.after.exchange],
    cause: 'accepted items owed and not shown',
  });
  world.check('table/lines-follow-orders', outcome);
};

const outcomeOf = (fewer: Ordered, seen: Ordered, items: readonly Wanted[], again?: Ordered): CheckOutcome => {
  if (!isSameTrace(seen, fewer, again)) return passed;
  return failed({
    expected: `more than after an order of fewer pieces, for ${excerpt(items)}`,
    actual: `totals ${excerpt(seen.before.snapshot.totals)}, then ${excerpt(seen.after.snapshot.totals)}`,
    exchanges: [fewer.exchange, seen.exchange, seen.after.exchange],
    cause: 'accepted items not on the table',
  });
};

/** Orders one piece that can be had, or with it something that cannot, once it is seen on the table or time is over. */
type Send = (what: 'good' | 'both', isSeen: (order: Ordered) => boolean) => Promise<Ordered | undefined>;

/**
 * Table ordering: what was ordered together with something that was rejected, and did not come onto the table, was not accepted, so
 * that it does not come with the next order either. `single` is an order of one piece from before such a rejection. A waiter may add
 * the same, but hardly twice just then, and nothing in between.
 */
const leftOver = async (single: Ordered, send: Send): Promise<CheckOutcome | undefined> => {
  const accepted = async (): Promise<number | undefined> => {
    const order = await send('good', (seen) => seen.success !== true || !isUntouched(seen));
    return order?.success === true ? timesOf(single, order) : undefined;
  };
  if ((await accepted()) !== 2 || (await accepted()) !== 1) return undefined;
  // A part of it may be accepted, and come later.
  const rejection = await send('both', (seen) => !isUntouched(seen));
  if (rejection === undefined || !isRejected(rejection)) return undefined;
  const next = await send('good', (seen) => !isUntouched(seen));
  return next?.success === true && timesOf(single, next) === 2 ? leftOutcome(rejection, next) : undefined;
};

const timesOf = (single: Ordered, other: Ordered): number | undefined =>
  timesApplied(observed(single), observed(other), 1);

const observed = ({ before, after }: Ordered) => ({
  before: measuresOf(before.snapshot),
  after: measuresOf(after.snapshot),
});

const leftOutcome = (rejection: Ordered, { before, after, exchange }: Ordered): CheckOutcome =>
  failed({
    expected: `one piece more than before: totals ${excerpt(before.snapshot.totals)}`,
    actual: `two pieces more: totals ${excerpt(after.snapshot.totals)}`,
    exchanges: [rejection.exchange, exchange, after.exchange],
    cause: 'the rest of a rejected order with the next one',
  });
