import type { CheckOutcome, OrderContext } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { atKiosk, atTable, forDelivery, forPickup } from '../../arrange/till/commands.ts';
import { notExercised, unlessUnmet, unmet, worstOutcome } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { menuAsTold } from '../../arrange/till/orders.ts';
import { openTable, type OpenTable } from '../../arrange/till/tables.ts';
import {
  orderAtTable,
  orderElsewhere,
  submissionCovers,
  submitOrder,
  type SubmissionOutcome,
} from './submission-check.ts';
import { type OrderAway, type OrderedAt, strayedAnywhere, tablesWithGuests } from './misplaced-orders.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [...submissionCovers, 'submission/contexts', 'table/lines-follow-orders'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/submission',
  title: 'Orders of every claimed kind are accepted, prepaid and postpaid',
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const listings = world.fixtures.listings?.inStock ?? [];
    if (listings[0] === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
    const menu = await menuAsTold(world);
    const tried: SubmissionOutcome[] = [];
    let ordered: OrderedAt | undefined;
    const guests = await tablesWithGuests(world);
    const away: OrderAway[] = [];
    for (const { kind, prepaid } of ordersIn(world)) {
      world.progress(`submitting a ${prepaid ? 'prepaid' : 'postpaid'} ${kind} order`);
      const text = `${world.seed} ${world.scenario} ${kind} ${String(prepaid)}`;
      const place = await unlessUnmet(placeOf(world, kind, text), (outcome) => {
        tried.push({ kind: 'untried', outcome });
        if (kind === 'STATION') world.check('table/lines-follow-orders', outcome);
      });
      if (!place) continue;
      const { context, seat } = place;
      const check = { prepaid, menu, listings, context };
      const outcome = await (seat ? orderAtTable(world, check, seat) : orderElsewhere(world, check));
      tried.push(outcome);
      if (outcome.shown) world.check('table/lines-follow-orders', outcome.shown);
      if (seat && outcome.after) {
        ordered ??= { tableId: seat.tableId, before: seat.snapshot, after: outcome.after };
        guests.set(seat.tableId, { before: outcome.after, mark: world.till.mark() });
      } else if (!seat && outcome.kind === 'accepted') away.push({ context, send: () => submitOrder(world, check) });
    }
    const stray = ordered && away.length > 0 ? await strayedAnywhere(world, ordered, guests, away) : undefined;
    if (stray) world.check('table/lines-follow-orders', stray);
    for (const outcome of worstOutcome(outcomesOf(tried))) world.check('submission/contexts', outcome);
  },
});

const kinds = ['STATION', 'KIOSK', 'PICKUP', 'DELIVERY'] as const;

/** What is paid at once is the same order with a payment: where time is short it comes from one place, away from tables if it may. Those at tables come first. */
const ordersIn = (world: World) => {
  const claimed = kinds.filter((one) => world.claims[one]);
  const { prepaid, postpaid } = world.claims;
  const isFew = prepaid && postpaid && claimed.length > 1 && isLeftOut(world, 'prepaid orders in other places');
  const paid = (isFew ? claimed.slice(-1) : claimed).map((kind) => ({ kind, prepaid: true }));
  const all = [...(postpaid ? claimed.map((kind) => ({ kind, prepaid: false })) : []), ...(prepaid ? paid : [])];
  return all.toSorted((one, other) => +(other.kind === 'STATION') - +(one.kind === 'STATION'));
};

const placeOf = async (
  world: World,
  kind: (typeof kinds)[number],
  text: string,
): Promise<{ readonly context: OrderContext; readonly seat?: OpenTable }> => {
  switch (kind) {
    case 'STATION': {
      const seat = await openTable(world, 'ordering');
      return { context: atTable(seat.tableId), seat };
    }
    case 'KIOSK': {
      const [kiosk] = world.fixtures.kiosks ?? [];
      if (kiosk === undefined) throw unmet('no kiosk is configured', 'pos.fixtures.kiosks');
      return { context: atKiosk(kiosk) };
    }
    case 'PICKUP':
      return { context: forPickup(text) };
    case 'DELIVERY':
      return { context: forDelivery(text) };
    default:
      return kind satisfies never;
  }
};

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
