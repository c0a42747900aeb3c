import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { freshId } from '../../arrange/identity.ts';
import { menuAsTold, submit } from '../../arrange/till/orders.ts';
import type { ShownTable } from '../../arrange/till/read-results.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { letTimePass, openTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { notExercised, passed, unlessUnmet, worstOutcome } from '../../outcome.ts';
import { fewUnlisted } from '../../pos/submission/few-unlisted.ts';
import {
  allOnTable,
  checkOwed,
  checkPart,
  createSelling,
  isPartSeen,
  orderSingle,
  type Sell,
} from '../../pos/submission/left-at-table.ts';
import {
  type OrderAway,
  type OrderedAt,
  strayedAnywhere,
  tablesWithGuests,
} from '../../pos/submission/misplaced-orders.ts';
import { atLimit, overLimit } from '../../pos/submission/over-limit.ts';
import { type RejectedAlone, rejectedTogether } from '../../pos/submission/rejected-together.ts';
import {
  type AcceptedOrderBaseline,
  bothWays,
  type Expected,
  judgeRejection,
  wholeOutcome,
} from '../../pos/submission/rejection-check.ts';
import {
  atClosedTable,
  atClosingTable,
  atStalePrice,
  delistedReason,
  nothingLeft,
  unknownReason,
} from '../../pos/submission/rejections.ts';
import {
  accepting,
  checkParts,
  outcomesOf,
  shownOutcome,
  submissionCovers,
  type SubmissionOutcome,
} from '../../pos/submission/submission-check.ts';
import { growthOf, hasSameLines, type Ordered } from '../../pos/submission/table-order.ts';
import { wordsOf } from './levels.ts';
import { createOrders } from './order-of.ts';

const rejectionCovers = [
  'submission/rejection-reasons',
  'submission/partial-is-failure',
  'submission/result-body',
  'listings/full-sync',
] as const;
const covers = [...submissionCovers, ...rejectionCovers, 'submission/contexts', 'table/lines-follow-orders'] as const;
type World = PosWorld<(typeof covers)[number]>;

/** What is judged by itself, as long as nothing is known that it could be held to. */
export const firstOrders = defineOrderScenario({
  id: 'pos/submission',
  title: 'Orders of every claimed kind are accepted, and what cannot be accepted is rejected for the reason that fits',
  takesLong: true,
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const menu = await menuAsTold(world);
    const orders = createOrders(world, menu);
    const first = await orderEverywhere(world, orders);
    if (first === undefined) {
      const none = notExercised('no order of a listing in stock was accepted', 'pos.fixtures.listings.inStock');
      for (const id of rejectionCovers) world.check(id, none);
      return;
    }
    const { context, prepaid, exchange } = first;
    const baseline: AcceptedOrderBaseline = {
      context,
      listingId: orders.listing(),
      exchange,
      menu,
      async send(wanted, { context: place = context, isPaid = prepaid } = {}) {
        const submitted = await submit(world, orders.composed(place, wanted, isPaid));
        if (submitted.kind === 'submitted') checkParts(world, submitted);
        return submitted;
      },
    };
    // What is paid at once a table need not show.
    const tableId = context.type === 'STATION' && context.stationKind === 'TABLE' && !prepaid && context.stationId;
    const isShown = tableId && !isLeftOut(world, 'a rejected listing at a table');
    const seat = isShown ? await openTableAt(world, tableId) : undefined;
    await orderWhatCannotBe(world, baseline, seat?.kind === 'seated' ? seat : undefined);
  },
});

/** Orders one piece everywhere; the first that was accepted. */
const orderEverywhere = async (
  world: World,
  orders: ReturnType<typeof createOrders>,
): Promise<Submitted | undefined> => {
  const tried: SubmissionOutcome[] = [];
  const untried = (outcome: CheckOutcome) => void tried.push({ kind: 'untried', outcome });
  let first: Submitted | undefined;
  const away: OrderAway[] = [];
  let ordered: OrderedAt | undefined;
  const guests = await tablesWithGuests(world);
  if (world.claims.KIOSK && world.fixtures.kiosks?.[0] === undefined)
    untried(notExercised('no kiosk is configured', 'pos.fixtures.kiosks'));
  for (const row of orders.everywhere()) {
    world.progress(`submitting an order ${wordsOf(row, ['place', 'prepaid'])}`);
    const isAtTable = row['place'] === 'table';
    const seat = isAtTable
      ? await unlessUnmet(openTable(world, 'ordering'), (outcome) => {
          untried(outcome);
          world.check('table/lines-follow-orders', outcome);
        })
      : undefined;
    if (isAtTable && seat === undefined) continue;
    const send = async (): Promise<Submitted | Unanswered> => {
      for (;;) {
        const submitted = await submit(world, orders.orderOf(row, seat?.tableId ?? ''));
        if (submitted.kind !== 'submitted' || !orders.passOver(submitted)) return submitted;
      }
    };
    if (seat) await letTimePass(world, seat.snapshot);
    const sell = createSelling(world, { send }, seat);
    const { submitted, seen } = await sell([], (order) => order.success !== true || !hasSameLines(order));
    const outcome = accepting(world, submitted);
    tried.push(outcome);
    if (seat) world.check('table/lines-follow-orders', shownOutcome(world, submitted, seen));
    if (submitted.kind !== 'submitted' || outcome.kind !== 'accepted') continue;
    first ??= submitted;
    if (!seat) away.push({ context: submitted.context, send });
    else if (seen && !hasSameLines(seen)) {
      ordered ??= { tableId: seat.tableId, before: seat.snapshot, after: seen.after.snapshot };
      guests.set(seat.tableId, { before: seen.after.snapshot, mark: world.till.mark() });
    }
  }
  const stray = ordered && away.length > 0 ? await strayedAnywhere(world, ordered, guests, away) : undefined;
  if (stray) world.check('table/lines-follow-orders', stray);
  for (const outcome of worstOutcome(outcomesOf(tried))) world.check('submission/contexts', outcome);
  return first;
};

interface Rejection extends RejectedAlone {
  readonly isRejected: boolean;
  readonly outcome: CheckOutcome;
}

/** What cannot be accepted, in a way to order that works, and what it leaves at its table, if it is at one. */
const orderWhatCannotBe = async (
  world: World,
  baseline: AcceptedOrderBaseline,
  seat: ShownTable | undefined,
): Promise<void> => {
  const { outOfStock = [], delisted = [] } = world.fixtures.listings ?? {};
  const sell = createSelling(world, baseline, seat);
  const reject = async (listingId: string, expected: Expected): Promise<Rejection> => {
    const { submitted, seen } = await sell([{ listingId, quantity: 1 }]);
    checkOwed(world, seen);
    const beside = { ...expected, what: `${expected.what}, ordered with another unavailable one,` };
    const judge = (together: Submitted) => judgeRejection(baseline, together, beside);
    const one = { listingId, items: [], judge };
    if (submitted.kind !== 'submitted') return { ...one, isRejected: false, outcome: unanswered(submitted) };
    const { success, rejected = [] } = submitted.result;
    const outcome = judgeRejection(baseline, submitted, expected);
    return { ...one, items: rejected, isRejected: success === false, outcome };
  };
  const configured: Rejection[] = [];
  for (const listingId of outOfStock.slice(0, 1)) configured.push(await reject(listingId, nothingLeft));
  for (const listingId of delisted.slice(-1)) configured.push(await reject(listingId, delistedReason));
  // Where a listing of the till's own is rejected that one will do.
  const isEnough = configured.some(({ isRejected }) => isRejected) && isLeftOut(world, 'a made-up listing');
  const madeUp = isEnough ? [] : [await reject(freshId(), unknownReason)];
  const alone = [...configured, ...madeUp].filter(({ isRejected }) => isRejected);
  const single = seat && (await orderSingle(world, sell, { listingId: baseline.listingId, quantity: 1 }));
  const isWhole = await orderInPart(world, { baseline, sell, single }, alone[0]?.listingId);
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
  if (isWhole && limit.tooMany && !isLeftOut(world, 'just as many as there are'))
    for (const outcome of await atLimit(world, baseline, limit.tooMany))
      world.check('submission/rejection-reasons', outcome);
  if (!isLeftOut(world, 'two rejected listings in one order')) await rejectedTogether(world, baseline, alone);
};

const nothingToReject = notExercised(
  'only a made-up listing could be tried, none of yours',
  'pos.fixtures.listings.outOfStock',
);

interface Ordering {
  readonly baseline: AcceptedOrderBaseline;
  readonly sell: Sell;
  /** What one piece came to at the table. */
  readonly single: Ordered | undefined;
}

/** Orders of which a part is rejected, and whether nothing is wrong with how they are answered; at a table then also those of several pieces. */
const orderInPart = async (
  world: World,
  { baseline, sell, single }: Ordering,
  badListing: string | undefined,
): Promise<boolean> => {
  const good: Wanted = { listingId: baseline.listingId, quantity: 1 };
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
      const wrong =
        submitted.kind === 'submitted'
          ? (wholeOutcome(baseline, submitted) ?? bothWays(baseline, submitted, badListing))
          : unanswered(submitted);
      world.check('submission/partial-is-failure', wrong ?? passed);
      isWhole &&= submitted.kind !== 'submitted' || wrong === undefined;
      // Somebody may take something off the table just when an order is rejected.
      if (single && seen?.success === false && last === undefined && (growthOf(seen) ?? 0) >= 0)
        last = await checkPart(world, sell, { both: seen, single, good, items });
    }
  }
  if (single) await allOnTable(world, sell, { one: good, single, last });
  return isWhole;
};
