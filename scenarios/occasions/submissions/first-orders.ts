import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { submit } from '../../arrange/till/orders.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { openTable, openTableAt } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { notExercised, unlessUnmet, worstOutcome } from '../../outcome.ts';
import {
  type OrderAway,
  type OrderedAt,
  strayedAnywhere,
  tablesWithGuests,
} from '../../pos/submission/misplaced-orders.ts';
import type { AcceptedOrderBaseline } from '../../pos/submission/rejection-check.ts';
import { orderWhatCannotBe, rejectionCovers } from '../../pos/submission/rejections.ts';
import {
  checkParts,
  orderAtTable,
  orderElsewhere,
  submissionCovers,
  type SubmissionOutcome,
} from '../../pos/submission/submission-check.ts';
import type { Row } from '../covering.ts';
import { submissionFactors, wordsOf } from './levels.ts';
import { createOrders } from './order-of.ts';

const covers = [...submissionCovers, ...rejectionCovers, 'submission/contexts'] as const;
type World = PosWorld<(typeof covers)[number]>;
type Orders = Awaited<ReturnType<typeof createOrders>>;

/** What is judged by itself, as long as nothing is known that it could be held to. */
export const firstOrders = defineOrderScenario({
  id: 'pos/submission',
  title: 'Orders of every claimed kind are accepted, and what cannot be accepted is rejected for the reason that fits',
  takesLong: true,
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const orders = await createOrders(world);
    const baseline = await orderEverywhere(world, orders);
    if (baseline === undefined) {
      const none = notExercised('no order of a listing in stock was accepted', 'pos.fixtures.listings.inStock');
      for (const id of rejectionCovers) world.check(id, none);
      return;
    }
    const { context } = baseline;
    const now =
      context.type === 'STATION' && baseline.isCounted ? await openTableAt(world, context.stationId) : undefined;
    await orderWhatCannotBe(world, baseline, now?.kind === 'seated' ? now : undefined);
  },
});

/** What is paid at once is the same order with a payment: where time is short it comes from one place, away from tables if it may. Those at tables come first. */
const rowsIn = (world: World, orders: Orders): readonly Row[] => {
  const levels = orders.levels();
  const plain = Object.fromEntries(submissionFactors.map((factor) => [factor, levels[factor]?.[0] ?? '']));
  const { place: places = [], prepaid: ways = [] } = levels;
  const isFew = ways.length > 1 && places.length > 1 && isLeftOut(world, 'prepaid orders in other places');
  return ways
    .flatMap((prepaid) =>
      (isFew && prepaid === 'yes' ? places.slice(-1) : places).map((place) => ({ ...plain, place, prepaid })),
    )
    .toSorted((one, other) => +(other.place === 'table') - +(one.place === 'table'));
};

/** Orders one piece everywhere; the first way of it that worked. */
const orderEverywhere = async (world: World, orders: Orders): Promise<AcceptedOrderBaseline | undefined> => {
  const tried: SubmissionOutcome[] = [];
  const untried = (outcome: CheckOutcome) => void tried.push({ kind: 'untried', outcome });
  const accepted: Submitted[] = [];
  const away: OrderAway[] = [];
  let ordered: OrderedAt | undefined;
  const guests = await tablesWithGuests(world);
  if (world.claims.KIOSK && world.fixtures.kiosks?.[0] === undefined)
    untried(notExercised('no kiosk is configured', 'pos.fixtures.kiosks'));
  for (const row of rowsIn(world, orders)) {
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
    const outcome = await (seat ? orderAtTable(world, send, seat) : orderElsewhere(world, send));
    tried.push(outcome);
    if (outcome.submitted) accepted.push(outcome.submitted);
    if (outcome.shown) world.check('table/lines-follow-orders', outcome.shown);
    if (seat && outcome.after) {
      ordered ??= { tableId: seat.tableId, before: seat.snapshot, after: outcome.after };
      guests.set(seat.tableId, { before: outcome.after, mark: world.till.mark() });
    } else if (!seat && outcome.submitted) away.push({ context: outcome.submitted.context, send });
  }
  const stray = ordered && away.length > 0 ? await strayedAnywhere(world, ordered, guests, away) : undefined;
  if (stray) world.check('table/lines-follow-orders', stray);
  for (const outcome of worstOutcome(outcomesOf(tried))) world.check('submission/contexts', outcome);
  const [first] = accepted;
  return first && baselineOf(world, orders, first);
};

/** At a table where nothing is to be paid later nothing is counted. */
const baselineOf = (
  world: World,
  orders: Orders,
  { context, prepaid, exchange }: Submitted,
): AcceptedOrderBaseline => ({
  context,
  isCounted: context.type === 'STATION' && context.stationKind === 'TABLE' && !prepaid,
  listingId: orders.listing(),
  exchange,
  menu: orders.menu,
  async send(wanted, how = {}) {
    const { context: place = context, isPaid = prepaid } = how;
    const submitted = await submit(world, orders.composed(place, wanted, isPaid));
    if (submitted.kind === 'submitted') checkParts(world, submitted);
    return submitted;
  },
});

/**
 * The shape of an item is not finalised: a till that knows none of ours as one of its listings has not been asked
 * anything it could understand. Once it has accepted one, or gives another reason, it has understood.
 */
const outcomesOf = (tried: readonly SubmissionOutcome[]): readonly CheckOutcome[] => {
  const understood = tried.some(({ kind }) => kind === 'accepted' || kind === 'refused');
  return tried.map((one) => (one.kind === 'unknown-item' && !understood ? notUnderstood : one.outcome));
};

const notUnderstood = notExercised(
  'the till rejected every item as an unknown listing; if your items are not { listingId, quantity }, set assumptions.assume/unfinalised-shapes',
  'assumptions.assume/unfinalised-shapes',
);
