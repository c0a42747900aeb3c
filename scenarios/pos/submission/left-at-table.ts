import type { CheckOutcome } from '#schemas';
import { atTable } from '../../arrange/till/commands.ts';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import { grown } from '../../arrange/till/order-effects.ts';
import type { Wanted } from '../../arrange/till/submitted.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import { openTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, passed } from '../../outcome.ts';
import type { AcceptedOrderBaseline } from './rejection-check.ts';
import { leftOver } from './rejected-remainder.ts';
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

/** A way to order that works, and a listing that can be had. */
type Ordering = Pick<AcceptedOrderBaseline, 'listingId' | 'send'>;

/** An answer may come before it shows. Undefined where the table is no longer open. */
const seenOnce = async (
  world: World,
  order: Ordered,
  isSeen: (order: Ordered) => boolean,
): Promise<Ordered | undefined> => {
  const after = await eventually(
    world,
    () => openTableAt(world, order.before.tableId),
    (seat) => seat.kind !== 'seated' || isSeen({ ...order, after: seat }),
    { pauseMs: 500 },
  );
  return after.kind === 'seated' ? { ...order, after } : undefined;
};

const ordered = async (
  world: World,
  { send }: Ordering,
  before: ShownTable,
  items: readonly Wanted[],
): Promise<Ordered | undefined> => {
  const from = world.till.mark();
  const submitted = await send(items, atTable(before.tableId));
  if (submitted.kind !== 'submitted') return undefined;
  const after = await openTableAt(world, before.tableId);
  if (after.kind !== 'seated') return undefined;
  const { result, exchange } = submitted;
  const { success, accepted: acceptedItems } = result;
  return { before, after, success, accepted: acceptedItems?.length ?? 0, exchange, from };
};

/**
 * What was rejected is not sold, so that nobody owes it: alone, and beside something good. A till may show what it has
 * rejected among its lines, so what the table owes is compared.
 */
export const leftAtTable = async (world: World, baseline: Ordering, badListing: string): Promise<void> => {
  if (!world.claims.STATION || !world.claims.postpaid) return;
  const seated = await openTable(world, 'rejections');
  const good: Wanted = { listingId: baseline.listingId, quantity: 1 };
  const bad: Wanted = { listingId: badListing, quantity: 1 };
  const alone = await ordered(world, baseline, seated, [bad]);
  if (alone === undefined || alone.success !== false) return;
  checkOwed(world, alone, 0);
  const accepted = await ordered(world, baseline, alone.after, [good]);
  const single = accepted?.success === true ? await seenOnce(world, accepted, hasGrown) : undefined;
  if (single === undefined) return;
  if (isUntouched(single)) return world.check('table/lines-follow-orders', lostOutcome(single));
  if (!hasGrown(single)) return;
  const both = await rejectedTwice(world, baseline, single, [good, bad]);
  const from = both?.success === false ? await partTaken(world, both, single) : both;
  const last = from && isRejected(from) ? await nothingLeft(world, baseline, { single, rejection: from, bad }) : from;
  await allOnTable(world, baseline, { single, last: last ?? single });
};

/** Somebody may take something off the table just when an order is rejected, but hardly twice. */
const rejectedTwice = async (
  world: World,
  ordering: Ordering,
  { after }: Ordered,
  [good, bad]: readonly [Wanted, Wanted],
): Promise<Ordered | undefined> => {
  const first = await ordered(world, ordering, after, [good, bad]);
  if (first === undefined || first.success !== false || (growthOf(first) ?? 0) >= 0) return first;
  const accepted = await ordered(world, ordering, first.after, [good]);
  return accepted && (await ordered(world, ordering, accepted.after, [good, bad]));
};

interface Rejected {
  readonly single: Ordered;
  /** Of the same and `bad`. */
  readonly rejection: Ordered;
  readonly bad: Wanted;
}

/** Of an order that left nothing the next one has nothing. The last order there. */
const nothingLeft = async (
  world: World,
  ordering: Ordering,
  { single, rejection, bad }: Rejected,
): Promise<Ordered> => {
  const good: Wanted = { listingId: ordering.listingId, quantity: 1 };
  let last = rejection;
  const outcome = await leftOver(single, async (what, isSeen) => {
    const order = await ordered(world, ordering, last.after, what === 'good' ? [good] : [good, bad]);
    const seen = order && (await seenOnce(world, order, isSeen));
    last = seen ?? last;
    return seen;
  });
  const isHidden = isWaiterAtWork(world, { tableId: rejection.before.tableId, from: rejection.from });
  if (outcome && !isHidden) world.check('submission/rejection-reasons', outcome);
  return last;
};

/** Of an order that was rejected in part: what it leaves is what it lists as accepted, and costs what that cost just before. */
const partTaken = async (world: World, both: Ordered, single: Ordered): Promise<Ordered> => {
  checkOwed(world, both, growthOf(single) ?? 0);
  // With more than the good one listed, the list is what is wrong.
  if (both.accepted !== 1 || !isUntouched(both)) return both;
  const later = await seenOnce(world, both, (order) => !isUntouched(order));
  if (later !== undefined && isUntouched(later)) world.check('table/lines-follow-orders', lostOutcome(later));
  return later ?? both;
};

const lostOutcome = ({ before, after, success, exchange }: Ordered): CheckOutcome =>
  failed({
    message: `${success === true ? 'An order was accepted at a table where something had been ordered before' : 'One of two items was accepted'}, but the table did not change; add every accepted item to it.`,
    expected: 'other lines or totals than before the order',
    actual: `the same ${after.snapshot.lines?.length ?? 0} lines, totals ${excerpt(after.snapshot.totals)}`,
    exchanges: [before.exchange, exchange, after.exchange],
    cause: success === true ? 'a later order not on the table' : 'the accepted part of an order not on the table',
  });

const checkOwed = (world: World, rejection: Ordered, most: number): void => {
  const outcome = owedOutcome(rejection, most);
  const isHidden = isWaiterAtWork(world, { tableId: rejection.before.tableId, from: rejection.from });
  if (outcome.status === 'passed' || !isHidden) world.check('submission/rejection-reasons', outcome);
};

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

/**
 * Success means that all items were accepted, so that more of them leave more on the table than one. Neither lines nor totals
 * are finalised, a second piece may cost nothing and a line may hold several; but an order of more that leaves the very
 * trace of fewer has lost the others, and one that leaves none, where one piece just did, has lost all.
 */
const allOnTable = async (
  world: World,
  ordering: Ordering,
  { single, last }: { readonly single: Ordered; readonly last: Ordered },
): Promise<void> => {
  // Lines that show no number hold every piece alike.
  if (![...grown(changeOf(single)).keys()].some((path) => path.startsWith('lines[]'))) return;
  const one: Wanted = { listingId: ordering.listingId, quantity: 1 };
  const other = (world.fixtures.listings?.inStock ?? []).find((listingId) => listingId !== one.listingId);
  const orders: readonly (readonly Wanted[])[] = [
    ...(other === undefined ? [] : [[one, { listingId: other, quantity: 1 }]]),
    [{ ...one, quantity: 2 }],
    [{ ...one, quantity: 3 }],
    [one, one],
  ];
  // A line may stand for any number of pieces, and not say for how many.
  const hasLines = last !== single && !hasSameLines(last);
  const isShown = (order: Ordered) => !(hasLines ? hasSameLines(order) : isUntouched(order));
  let { after } = last;
  let two: Ordered | undefined;
  for (const items of orders) {
    const [{ quantity } = one] = items;
    // Three are more than two as well, where two were more than one.
    const fewer = quantity === 3 ? two : single;
    if (fewer === undefined) continue;
    const order = await ordered(world, ordering, after, items);
    if (order === undefined) return;
    if (order.success !== true) continue;
    const seen = await seenOnce(world, order, (one) => isShown(one) && !isSameTrace(one, fewer));
    if (seen === undefined) return;
    if (!isUntouched(seen) && !isShown(seen))
      return await unshownAgain(world, seen, () => ordered(world, ordering, seen.after, items));
    const owesNoMore = quantity === 1 && hasGrown(seen) && growthOf(seen) === growthOf(fewer);
    const again = owesNoMore ? await ordered(world, ordering, seen.after, [one]) : undefined;
    const outcome = isUntouched(seen) ? lostOutcome(seen) : outcomeOf(fewer, seen, items, again);
    world.check('table/lines-follow-orders', outcome);
    if (quantity === 2 && outcome.status === 'passed') two = seen;
    ({ after } = again ?? seen);
  }
};

/** A guest may pay for the same just then, and take it off the table, but hardly twice. */
const unshownAgain = async (
  world: World,
  { exchange, after }: Ordered,
  send: () => Promise<Ordered | undefined>,
): Promise<void> => {
  const order = await send();
  const seen = order?.success === true ? await seenOnce(world, order, (one) => !hasSameLines(one)) : undefined;
  if (seen === undefined || !hasSameLines(seen) || !hasGrown(seen)) return;
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
