import type { CheckOutcome } from '#schemas';
import { atTable } from '../../arrange/till/commands.ts';
import { freshId } from '../../arrange/identity.ts';
import { notExercised, passed } from '../../outcome.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { pricesIn } from '../../arrange/till/orders.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import { readField, type ShownTable } from '../../arrange/till/read-results.ts';
import { beganSession } from '../../arrange/till/closed-order.ts';
import { look } from '../../arrange/till/tables.ts';
import {
  type AcceptedOrderBaseline,
  bothWays,
  type Expected,
  judgeRejection,
  wholeOutcome,
} from './rejection-check.ts';
import { fewUnlisted } from './few-unlisted.ts';
import {
  allOnTable,
  checkOwed,
  checkPart,
  createSelling,
  isPartSeen,
  orderSingle,
  type Sell,
} from './left-at-table.ts';
import { atLimit, overLimit } from './over-limit.ts';
import { type RejectedAlone, rejectedTogether } from './rejected-together.ts';
import type { PosWorld } from '../../context/pos.ts';
import { growthOf, type Ordered } from './table-order.ts';

export const rejectionCovers = [
  'submission/result-body',
  'table/lines-follow-orders',
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'listings/full-sync',
] as const;
type World = PosWorld<(typeof rejectionCovers)[number]>;

/** What cannot be accepted, in a way to order that works; at a table, if there is one, what it leaves there. */
export const orderWhatCannotBe = async (
  world: World,
  baseline: AcceptedOrderBaseline,
  seat: ShownTable | undefined,
): Promise<void> => {
  const { outOfStock = [], delisted = [] } = world.fixtures.listings ?? {};
  const sell = createSelling(world, baseline, seat);
  const configured = [
    ...(await rejectAll(world, { baseline, sell }, outOfStock.slice(0, 1), nothingLeft)),
    ...(await rejectAll(world, { baseline, sell }, delisted.slice(-1), delistedReason)),
  ];
  // Where a listing of the till's own is rejected that one will do.
  const isEnough = configured.some(({ rejected }) => rejected) && isLeftOut(world, 'a made-up listing');
  const madeUp = isEnough ? [] : await rejectAll(world, { baseline, sell }, [freshId()], unknownReason);
  const tried = [...configured, ...madeUp];
  const isWhole = await partly(world, { baseline, sell }, tried.find(({ rejected }) => rejected)?.listingId);
  const limit = await overLimit(world, baseline);
  const unlisted = await fewUnlisted(world, baseline);
  if (unlisted) world.check('listings/full-sync', unlisted);
  const outcomes = [
    ...configured.map(({ outcome }) => outcome),
    ...(limit.outcome ? [limit.outcome] : []),
    ...(await atClosedTable(world, baseline)),
    // What is made up needs no fixture, yet alone it says little of the reasons.
    ...madeUp.flatMap(({ outcome }) => (outcome.status === 'passed' ? [] : [outcome])),
  ];
  for (const outcome of outcomes.length > 0 ? outcomes : [nothingToReject])
    world.check('submission/rejection-reasons', outcome);
  if (!isLeftOut(world, 'an order at a closing table')) await atClosingTable(world, baseline);
  if (!isLeftOut(world, 'an item at another price')) await atStalePrice(world, baseline);
  // Whoever judges an order by one of its items has been told so.
  const atEnd =
    isWhole && limit.tooMany && !isLeftOut(world, 'just as many as there are')
      ? await atLimit(world, baseline, limit.tooMany)
      : [];
  for (const outcome of atEnd) world.check('submission/rejection-reasons', outcome);
  const whole = (submitted: Submitted) => wholeOutcome(baseline, submitted);
  if (!isLeftOut(world, 'two rejected listings in one order'))
    await rejectedTogether(
      world,
      { ...baseline, whole },
      tried.flatMap(({ alone }) => alone ?? []),
    );
};

const nothingLeft: Expected = {
  what: 'A listing that is out of stock',
  right: ['OUT_OF_STOCK'],
  // Of nothing the requested quantity is unavailable as well.
  near: ['INSUFFICIENT_STOCK'],
};
const delistedReason: Expected = { what: 'A listing that is no longer sold', right: ['DELISTED'] };
const unknownReason: Expected = {
  what: 'A listing that never existed',
  right: ['DELISTED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK'],
};
const closedReason: Expected = { what: 'An order for a closed table', right: ['ORDER_CLOSED'] };
const paidReason: Expected = { ...closedReason, what: 'An order for a closed table that is paid already' };
const closingReason: Expected = { ...closedReason, what: 'An order for a closing table' };
const stalePrice: Expected = {
  what: 'A listing at a price that is not its own',
  right: ['PRICE_CHANGED'],
  near: ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK', 'DELISTED', 'ORDER_CLOSED'],
};

const nothingToReject = notExercised(
  'only a made-up listing could be tried, none of yours',
  'pos.fixtures.listings.outOfStock',
);

interface Rejection {
  readonly listingId: string;
  readonly rejected: boolean;
  readonly outcome: CheckOutcome;
  readonly alone?: RejectedAlone;
}

interface Ordering {
  readonly baseline: AcceptedOrderBaseline;
  readonly sell: Sell;
}

const rejectAll = async (
  world: World,
  { baseline, sell }: Ordering,
  listingIds: readonly string[],
  expected: Expected,
): Promise<readonly Rejection[]> => {
  const rejections: Rejection[] = [];
  for (const listingId of listingIds) {
    const { submitted, seen } = await sell([{ listingId, quantity: 1 }]);
    checkOwed(world, seen);
    if (submitted.kind === 'submitted') {
      const rejected = submitted.result.success === false;
      const beside = { ...expected, what: `${expected.what}, ordered with another unavailable one,` };
      const judge = (together: Submitted) => judgeRejection(baseline, together, beside);
      const alone = rejected && { alone: { listingId, items: submitted.result.rejected ?? [], judge } };
      rejections.push({ listingId, rejected, outcome: judgeRejection(baseline, submitted, expected), ...alone });
    } else rejections.push({ listingId, rejected: false, outcome: unanswered(submitted) });
  }
  return rejections;
};

/** A closed table takes no order, whether or not it is paid already. */
const atClosedTable = async (world: World, baseline: AcceptedOrderBaseline): Promise<readonly CheckOutcome[]> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closed?.at(-1) : undefined;
  if (tableId === undefined) return [];
  await world.tables.take([tableId]);
  const looked = await look(world, tableId);
  const status = looked.kind === 'looked' ? (looked.table.snapshot?.status ?? looked.table.currentStatus) : undefined;
  if (status === 'OPEN')
    return [notExercised('a table in pos.fixtures.tables.closed is open', 'pos.fixtures.tables.closed')];
  const { listingId } = baseline;
  const context = atTable(tableId);
  const submitted = await baseline.send([{ listingId, quantity: 1 }], { context });
  if (submitted.kind !== 'submitted') return [unanswered(submitted)];
  if (await beganSession(world, tableId, submitted)) return [nextSession];
  const first = judgeRejection(baseline, submitted, closedReason);
  if (first.status !== 'passed' || submitted.prepaid || !world.claims.prepaid) return [first];
  if (isLeftOut(world, 'a prepaid order at a closed table')) return [first];
  const paid = await baseline.send([{ listingId, quantity: 1 }], { context, isPaid: true });
  if (paid.kind !== 'submitted') return [first, unanswered(paid)];
  // Its price could only be guessed, so no refusal says anything.
  const isTaken = paid.result.success === true && !(await beganSession(world, tableId, paid));
  return isTaken ? [first, judgeRejection(baseline, paid, paidReason)] : [first];
};

const nextSession = notExercised('an order at the closed table opened a new session', 'pos.fixtures.tables.closed');

/** States and transitions: mutations may be rejected while a table is closing. */
const atClosingTable = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const tableId = world.claims.STATION ? world.fixtures.tables?.closing?.at(-1) : undefined;
  if (tableId === undefined) return;
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1 }], {
    context: atTable(tableId),
  });
  if (submitted.kind !== 'submitted') return world.check('submission/rejection-reasons', unanswered(submitted));
  const { success } = submitted.result;
  world.observe('assume/table-status-transitions', `orders are ${success ? 'accepted' : 'rejected'} while closing`);
  if (success === false)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, closingReason));
};

/** Whether an item carries a price is not finalised, so a till may look at none, unless that has been agreed. */
const atStalePrice = async (world: World, baseline: AcceptedOrderBaseline): Promise<void> => {
  const [price] = pricesIn(baseline.menu, baseline.listingId);
  if (price === undefined) return;
  const unitPrice = { ...price.money, value: price.money.value + 1 };
  const submitted = await baseline.send([{ listingId: baseline.listingId, quantity: 1, unitPrice }]);
  if (submitted.kind !== 'submitted') return;
  const { success, reasons } = submitted.result;
  world.observe(
    'assume/unfinalised-shapes',
    `an item at another unitPrice was ${success ? 'accepted' : `rejected as ${excerpt(reasons)}`}`,
  );
  const shapes = world.assumed('assume/unfinalised-shapes');
  const agreed = readField(readField(readField(shapes, 'order-item'), 'properties'), 'unitPrice') !== undefined;
  if (success === false || agreed)
    world.check('submission/rejection-reasons', judgeRejection(baseline, submitted, stalePrice));
};

/** Orders of which a part is rejected, and whether nothing is wrong with how they are answered. At a table, then, whether all that is accepted comes onto it. */
const partly = async (world: World, { baseline, sell }: Ordering, badListing: string | undefined): Promise<boolean> => {
  const good: Wanted = { listingId: baseline.listingId, quantity: 1 };
  const isCounted = baseline.isCounted && !isLeftOut(world, 'a rejected listing at a table');
  const single = isCounted ? await orderSingle(world, sell, good) : undefined;
  let last: Ordered | undefined;
  let isWhole = true;
  if (badListing === undefined)
    world.check('submission/partial-is-failure', notExercised('no item was rejected when it was ordered alone'));
  else {
    const bad: Wanted = { listingId: badListing, quantity: 1 };
    // A till that judges an order by its first or its last item is caught by the other order.
    const orders = [
      [good, bad],
      [bad, good],
    ];
    for (const items of isLeftOut(world, 'the rejected item first') ? orders.slice(0, 1) : orders) {
      const { submitted, seen } = await sell(items, single && isPartSeen);
      if (submitted.kind !== 'submitted') {
        world.check('submission/partial-is-failure', unanswered(submitted));
        continue;
      }
      const wrong = wholeOutcome(baseline, submitted) ?? bothWays(baseline, submitted, badListing);
      world.check('submission/partial-is-failure', wrong ?? passed);
      isWhole &&= wrong === undefined;
      // Somebody may take something off the table just when an order is rejected.
      if (single && seen?.success === false && last === undefined && (growthOf(seen) ?? 0) >= 0)
        last = await checkPart(world, sell, { both: seen, single, good, items });
    }
  }
  if (single) await allOnTable(world, sell, { one: good, single, last });
  return isWhole;
};
