import type { CheckOutcome } from '#schemas';
import { forEach } from '../arrange/basket/open-basket.ts';
import { isLeftOut } from '../arrange/sampling.ts';
import { seedOf } from '../arrange/seed.ts';
import type { MerchantWorld } from '../context/merchant.ts';
import { defineMerchantScenario } from '../define.ts';
import { noDelivery } from '../merchant/order/deliverable-basket.ts';
import { orderCovers, orderProvokes } from '../merchant/order/order-echo.ts';
import type { Confirmed } from '../merchant/order/placed-order.ts';
import { repeat } from '../merchant/order/repeated-order.ts';
import { unknownPoint } from '../merchant/order/unknown-point.ts';
import { failed, notExercised, passed, Unmet, warned } from '../outcome.ts';
import { createCoveringPlan, type Row } from './covering.ts';
import { kindOf, type OrderFactor, orderLevels, plainOrder } from './order-levels.ts';
import { createOrderTrying } from './order-trying.ts';
import { createOrdering, type Ordered, type Ordering } from './ordering.ts';

/** How many orders that takes, each of a basket of its own, where none is refused. */
const rows = { quick: 14, standard: 24, thorough: 60 } as const;
/** For a target that keeps one waiting. */
const fewRows = 6;
/** As many are under way at once where others are as well. */
const together = 4;
/** A target may configure its own keys; the specification has fifteen. */
const mostKeys = 24;

const everyPart: Row = { invoice: 'with', consents: 'with', user: 'logged' };
/** Where the plainest order is refused the others are compared with one of these. */
const bases: readonly Row[] = [{}, everyPart, { consents: 'with' }, { invoice: 'with' }, { lock: 'none' }];

/** What comes to a shop at once is drawn; what is refused is reduced to the fewest things that still are. */
export const orderOccasions = defineMerchantScenario({
  id: 'merchant/order-occasions',
  title: 'Whatever ordinary things come together in one order, it is confirmed as it is without one of them',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders', 'recalculations'],
  covers: [...orderCovers, 'order/every-delivery-option', 'order/optional-parts', 'basket/kept'],
  provokes: [...orderProvokes, 'order/idempotent', 'order/idempotent-concurrently'],
  async run(world) {
    const ordering = await createOrdering(world);
    const { ways, offered, used } = ordering;
    const isMade = ways.length > 0;
    const tried: Ordered[] = [];
    const attempt = async (row: Row, pick: number): Promise<Ordered> => {
      const ordered = await ordering.order({ row: { ...plainOrder, ...row }, pick });
      tried.push(ordered);
      return ordered;
    };
    const base = await baseOf(ordering, attempt);
    const stopped = (): CheckOutcome | undefined =>
      tried.flatMap(({ placed }) => (placed.kind === 'undecided' ? [placed.outcome] : []))[0];
    if (base === undefined) {
      const refused = tried.flatMap(({ placed }) => (placed.kind === 'declined' ? [placed] : []));
      const [first] = refused.toSorted((one, other) => Number(one.isForPoint) - Number(other.isForPoint));
      if (first === undefined) throw new Unmet(stopped() ?? noDelivery(isMade ? 'trigger' : 'fixture'));
      const outcome = first.isForPoint ? unknownPoint(first.ready.delivery, first.finding) : failed(first.finding);
      world.check('order/confirmed', outcome);
      throw new Unmet(notExercised('no order was confirmed'));
    }
    const trying = createOrderTrying(world, ordering, base);
    const plan = createCoveringPlan(orderLevels(levelsAt(world.claims, ordering, base, base === tried[0])), {
      strength: 2,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: notOffered(ordering),
    });
    const most = isMade ? (isLeftOut(world, 'orders of many kinds') ? fewRows : rows[world.effort]) : 0;
    let pick = 0;
    while (pick < most && !trying.isOver()) {
      const drawn = Array.from({ length: Math.min(together, most - pick) }, () => plan.next());
      const turns = drawn.filter((row) => row !== undefined).map((row) => ({ row, pick: pick++ }));
      if (turns.length === 0) break;
      for (const ordered of await forEach(world, turns, async (turn) => await attempt(turn.row, turn.pick))) {
        if (ordered.placed.kind === 'confirmed') plan.answered(byKind(ordered.row));
        const levels = await trying.lookInto(ordered);
        if (levels) plan.avoid(byKind(levels));
      }
    }
    // The keys that are left; where baskets are few, with all the parts that the first went without, and with none by turns.
    for (let turn = 0; turn < mostKeys && !trying.isOver(); turn++) {
      const left = [...offered].find((key) => !used.has(key));
      if (left === undefined && (isMade || turn > 0)) break;
      const parts = isMade || turn % 2 > 0 ? {} : everyPart;
      const ordered = await attempt({ ...base.row, ...parts, delivery: left ?? base.row['delivery'] ?? '' }, pick++);
      if (ordered.placed.kind === 'undecided') break;
    }
    for (const ordered of tried) await trying.lookInto(ordered);
    const confirmed = tried.flatMap(({ placed }) => (placed.kind === 'confirmed' ? [placed] : []));
    // Once more, now that other orders have come in between: each kind of order may take a way of its own.
    const repeats = await forEach(world, confirmed, async (placed) => await repeat(world, placed.ready, placed));
    for (const outcome of repeats) world.unprovoked('order/idempotent', outcome);
    const untried = [...offered].filter((key) => !confirmed.some(({ ready }) => ready.delivery === key));
    if (!trying.told.has('order/every-delivery-option'))
      world.check('order/every-delivery-option', untried.length === 0 ? passed : notTried(untried, stopped()));
    const only = confirmed.find(({ ready }) => ready.isOnlyRetrieved && ready.basket.offersNoDelivery);
    if (only) world.check('order/every-delivery-option', onlyRetrieved(only));
    if (!trying.told.has('order/optional-parts'))
      world.check('order/optional-parts', confirmed.length > 1 ? passed : (stopped() ?? noOther));
    const kept = await keptOutcome(tried, attempt);
    if (kept) world.check('basket/kept', kept);
  },
});

/** The first that is confirmed, the plainest first, by whatever it is delivered. */
const baseOf = async (
  { offered, ways }: Ordering,
  attempt: (row: Row, pick: number) => Promise<Ordered>,
): Promise<Ordered | undefined> => {
  const first = await attempt({ delivery: '' }, 0);
  if (first.placed.kind !== 'declined') return first.placed.kind === 'confirmed' ? first : undefined;
  const delivery = first.row['delivery'] ?? '';
  const keys = [...offered].filter((key) => kindOf(key) !== kindOf(delivery));
  for (const row of [
    ...keys.slice(0, 1).map((key) => ({ delivery: key })),
    ...bases.slice(1),
    ...keys.slice(1).map((key) => ({ delivery: key })),
  ]) {
    const ordered = await attempt({ delivery, ...row }, 0);
    if (ordered.placed.kind === 'confirmed') return ordered;
    if (ordered.placed.kind === 'undecided' && ways.length === 0) return undefined;
  }
  return undefined;
};

const levelsAt =
  (claims: MerchantWorld['claims'], { ways, hasCodes }: Ordering, base: Ordered, isPlain: boolean) =>
  (factor: OrderFactor, level: string): boolean => {
    const options = ways.flatMap((way) => way.options);
    if (factor === 'delivery') return options.some(({ key }) => kindOf(key) === level);
    if (factor === 'cost') return options.some(({ cost }) => (cost === 0) === (level === 'free'));
    if (factor === 'lock') return level === 'none' || claims.lock;
    // What every basket comes with is no choice.
    if (level === plainOrder[factor]) return base.row[factor] === level || !isPlain;
    if (factor === 'invoice') return claims.invoice || base.row[factor] === level;
    if (factor === 'code') return hasCodes;
    return level !== 'two' || ways.length > 1;
  };

/** What no product is delivered by at such a cost. */
const notOffered = ({ ways }: Ordering): readonly Row[] => {
  const options = ways.flatMap((way) =>
    way.options.map(({ key, cost }) => ({ delivery: kindOf(key), isFree: cost === 0 })),
  );
  return [...new Set(options.map(({ delivery }) => delivery))].flatMap((delivery) =>
    [true, false]
      .filter((isFree) => !options.some((one) => one.delivery === delivery && one.isFree === isFree))
      .map((isFree) => ({ delivery, cost: isFree ? 'free' : 'paid' })),
  );
};

const byKind = (row: Row): Row => (row['delivery'] === undefined ? row : { ...row, delivery: kindOf(row['delivery']) });

/** Once it may be anything; where it is so with one more order, it is that. */
const keptOutcome = async (
  tried: readonly Ordered[],
  attempt: (row: Row, pick: number) => Promise<Ordered>,
): Promise<CheckOutcome | undefined> => {
  const [first] = tried.filter(({ lost }) => lost !== undefined);
  const { lost } = first ? await attempt(first.row, first.pick) : { lost: undefined };
  if (first?.lost === undefined || lost === undefined) return undefined;
  return failed({
    expected: 'the products of the first retrieval, while only another basket was ordered',
    actual: `${first.lost.words}, and ${lost.words}`,
    exchanges: [...first.lost.exchanges, ...lost.exchanges],
    cause: 'lost with an order of another basket',
  });
};

const onlyRetrieved = ({ ready: { exchanges } }: Confirmed): CheckOutcome =>
  warned(
    {
      expected: 'the delivery options of the retrieved basket',
      actual: 'an empty deliveryOptions',
      pointer: '/deliveryOptions',
      exchanges,
      cause: 'delivery only as retrieved',
    },
    'deliveryOptions is required and may be empty',
  );

const notTried = (keys: readonly string[], stopped: CheckOutcome | undefined): CheckOutcome => {
  const because = stopped?.status === 'not-exercised' ? `: ${stopped.reason}` : '';
  const unlock = stopped?.status === 'not-exercised' ? stopped.unlock : undefined;
  return notExercised(`not ordered with ${keys.join(', ')}${because}`, unlock);
};

const noOther = notExercised('no other order was confirmed');
