import type { CheckOutcome } from '#schemas';
import { freshId } from '../../arrange/identity.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { type Placed, place } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { blameTrials, type Trial } from './delivery-trials.ts';
import { forEach, openBasket } from '../../arrange/basket/open-basket.ts';
import { deliverable, noDelivery } from './deliverable-basket.ts';
import { otherDelivery, type OrderWish, type ReadyOrder } from './prepared-order.ts';
import { failed, notExercised, outcomeOf, passed, warned } from '../../outcome.ts';
import { repeat } from './repeated-order.ts';

type OrderTrial = Trial<Exclude<Placed, { kind: 'undecided' }>>;

/** With and without each optional part; the first two between them hold every part both ways. */
const variants = (): readonly OrderWish[] => [
  {},
  { invoice: true, consents: true, loggedUser: freshId() },
  { consents: true },
  { invoice: true },
];
const variantOf = (turn: number): OrderWish => variants()[turn % variants().length] ?? {};
/** Variants every run tries, however few delivery options there are. */
const variantsAtLeast = 2;
/** A target may configure its own keys; the specification has fifteen. */
const mostOrders = 24;

export default defineMerchantScenario({
  id: 'merchant/order-deliveries',
  title: 'Every delivery option on offer can be ordered, with and without invoice, consents and user',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders', 'recalculations'],
  covers: [...orderCovers, 'order/every-delivery-option', 'order/optional-parts'],
  provokes: [...orderProvokes, 'order/idempotent'],
  async run(world) {
    const { trials, untried, stopped } = await tryAll(world);
    const again = (delivery: string, variant: OrderWish) => place(world, { ...variant, delivery: byKey(delivery) });
    const blame = await blameTrials(trials, again);
    const blocked = stopped ?? notExercised('no order was confirmed');
    const confirmed = trials.flatMap(({ placed }) => (placed.kind === 'confirmed' ? [placed] : []));
    if (confirmed.length === 0) {
      for (const finding of blame.confirmed) world.check('order/confirmed', failed(finding));
      for (const id of ['order/every-delivery-option', 'order/optional-parts'] as const) world.check(id, blocked);
      return;
    }
    for (const finding of blame.confirmed) world.check('order/confirmed', failed(finding));
    for (const finding of blame.delivery) world.check('order/every-delivery-option', failed(finding));
    for (const finding of blame.parts) world.check('order/optional-parts', failed(finding));
    for (const outcome of blame.untold) world.check('order/every-delivery-option', outcome);
    if (blame.delivery.length === 0 && blame.untold.length === 0 && blame.confirmed.length === 0)
      world.check('order/every-delivery-option', untried.length === 0 ? passed : notTried(untried, stopped));
    const ready = trials
      .flatMap(({ placed }) => (placed.kind === 'confirmed' ? [placed.ready] : []))
      .find(({ isOnlyRetrieved, basket }) => isOnlyRetrieved && basket.offersNoDelivery);
    if (ready) world.check('order/every-delivery-option', onlyRetrieved(ready));
    if (blame.parts.length === 0 && blame.confirmed.length === 0)
      world.check('order/optional-parts', trials.length >= variantsAtLeast ? passed : blocked);
    // Once more, now that other orders have come in between: each kind of order may take a way of its own.
    const repeats = await forEach(world, confirmed, async (placed) => await repeat(world, placed.ready, placed));
    for (const outcome of repeats) world.unprovoked('order/idempotent', outcome);
  },
});

const onlyRetrieved = ({ exchanges }: ReadyOrder): CheckOutcome =>
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

const byKey =
  (key: string): NonNullable<OrderWish['delivery']> =>
  (offered) =>
    offered.find((option) => option.key === key);

interface Tried {
  readonly trials: readonly OrderTrial[];
  /** Options on offer that no basket was left for. */
  readonly untried: readonly string[];
  readonly stopped: CheckOutcome | undefined;
}

const tryAll = async (world: OrderWorld): Promise<Tried> => {
  const trials: OrderTrial[] = [];
  const offered = new Set<string>();
  const tried = new Set<string>();
  const untried = () => [...offered].filter((key) => !tried.has(key));
  for (let turn = 0; turn < mostOrders; turn++) {
    const begun = await outcomeOf(openBasket(world, { toOrder: true }));
    if ('status' in begun) return { trials, untried: untried(), stopped: begun };
    const opened = await deliverable(world, begun);
    const keys = (opened.basket.deliveryOptions ?? []).map(({ key }) => key);
    for (const key of keys) offered.add(key);
    const next = keys.find((key) => !tried.has(key)) ?? (trials.length < variantsAtLeast ? keys[0] : undefined);
    if (next === undefined) {
      if (keys.length === 0 && trials.length === 0) return { trials, untried: [], stopped: noDelivery(opened.origin) };
      // Baskets made alike offer alike; another fixture may offer something else.
      if (opened.origin === 'trigger') break;
      continue;
    }
    // Baskets made alike offer alike, so the other options need not wait for one another.
    const others = opened.origin === 'trigger' ? keys.filter((key) => key !== next && !tried.has(key)) : [];
    const wanted = world.isBeside === true ? [next, ...others] : [next];
    const now = await forEach(
      world,
      wanted.map((delivery, index) => ({ delivery, variant: variantOf(trials.length + index) })),
      async ({ delivery, variant }) => {
        const wish = { ...variant, delivery: byKey(delivery), ...(delivery === next && { opened }) };
        return { delivery, variant, placed: await placeAsOffered(world, wish) };
      },
    );
    for (const { placed, ...trial } of now) {
      if (placed.kind === 'undecided') return { trials, untried: untried(), stopped: placed.outcome };
      tried.add(trial.delivery);
      trials.push({ ...trial, placed });
    }
  }
  return { trials, untried: untried(), stopped: undefined };
};

/** A lock may offer less than the answer before it, as a closing time passes; without one that answer is the last. */
const placeAsOffered = async (world: OrderWorld, wish: OrderWish): Promise<Placed> => {
  const placed = await place(world, wish);
  if (placed.kind !== 'undecided' || placed.outcome !== otherDelivery || !world.claims.lock) return placed;
  const { opened: _, ...again } = wish;
  const unlocked = await place(world, { ...again, lock: false });
  return unlocked.kind === 'confirmed' ? unlocked : placed;
};

const notTried = (keys: readonly string[], stopped: CheckOutcome | undefined): CheckOutcome => {
  const because = stopped?.status === 'not-exercised' ? `: ${stopped.reason}` : '';
  const unlock = stopped?.status === 'not-exercised' ? stopped.unlock : undefined;
  return notExercised(`not ordered with ${keys.join(', ')}${because}`, unlock);
};
