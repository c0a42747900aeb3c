import type { CheckOutcome, Effort } from '#schemas';
import { answerProvokes } from '../../arrange/basket/basket-calls.ts';
import { forEach } from '../../arrange/basket/open-basket.ts';
import { freshOrderId } from '../../arrange/identity.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { seedOf } from '../../arrange/seed.ts';
import type { MerchantPort } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { orderCovers, orderProvokes, type OrderWorld } from '../../merchant/order/order-echo.ts';
import { type Confirmed, type Placed, placeAny, send } from '../../merchant/order/placed-order.ts';
import type { ReadyOrder } from '../../merchant/order/prepared-order.ts';
import { repeat } from '../../merchant/order/repeated-order.ts';
import { notExercised, outcomeOf, passed, unlessUnmet, warned } from '../../outcome.ts';
import { carryOut, noting } from '../carrying-out.ts';
import { createCoveringPlan, plannedIn, type Row, type Turn } from '../covering.ts';
import { apartOrders, basketOf, kindOf, rareOrders, plannedOrders, plainOrder } from './levels.ts';
import { createOrderTrying, type Ordered } from './trying.ts';
import { isShownAs, isShownWithout, lookAgain, lookAt, type Looked, lostWithAnother } from './looked.ts';
import { asOrdered, createOrdering, type Ordering } from './ordering.ts';

/** How many orders that takes, each of a basket of its own, where none is refused. */
const rows = { quick: 12, standard: 20, thorough: 60 } as const;
const unusualTexts = (plannedOrders()['texts'] ?? []).slice(1);
/** What one copy of several is refused for is no matter of its texts; and most of what is written stands in billing details. */
const textsOnce = unusualTexts.map((texts) => ({ texts, sent: 'copies' }));
const textsUnsaid = unusualTexts.map((texts) => ({ texts, invoice: 'without' }));
/** For a target that keeps one waiting. */
const fewRows = 6;
/** What is found takes orders too. */
const atOnce = 4;
/** So many copies of one order, two of them at once so that some always meet, and each further one so long after the one before. */
const copies = { least: 2, most: 5, apartMs: 5 } as const;
const laterMs = 2_000;
/** A target may configure its own keys; the specification has fifteen. */
const mostKeys = 24;

export const ordersAt = (effort: Effort) =>
  plannedIn(plannedOrders(), { strength: 2, rows: rows[effort], avoided: apartOrders, isSparing: true });

interface Attempt extends Ordered {
  readonly placed: Placed;
  readonly looked: Looked | undefined;
}

/** What comes to a shop at once is drawn; what is refused is reduced to the fewest things that still are. */
export const orderPlan = defineMerchantScenario({
  id: 'merchant/order-occasions',
  title: 'Whatever ordinary things come together in one order, it is confirmed as it is without one of them',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders', 'recalculations', 'discount codes'],
  covers: [...orderCovers, 'order/every-delivery-option', 'order/optional-parts', 'lock/orderable', 'basket/kept'],
  provokes: [...answerProvokes, ...orderProvokes, 'order/idempotent', 'order/idempotent-concurrently'],
  async run(world) {
    const ordering = await createOrdering(world);
    const { ways, offered } = ordering;
    const isMade = ways.length > 0;
    const tried: Attempt[] = [];
    const order = async (levels: Row, pick: number): Promise<Attempt> =>
      await orderedAs(world, ordering, { row: { ...plainOrder, ...levels }, pick });
    const attempt = async (levels: Row, pick: number): Promise<Attempt> => {
      const ordered = await order(levels, pick);
      tried.push(ordered);
      return ordered;
    };
    const started = await placeAny(world);
    const asFirst = (placed: Extract<Placed, { ready: ReadyOrder }>): Attempt =>
      attemptOf(placed, { row: asOrdered(plainOrder, placed.ready), pick: 0 });
    const base = asFirst(started.order);
    tried.push(...started.declined.map(asFirst), base);
    const stopped = (): CheckOutcome | undefined =>
      tried.flatMap(({ placed }) => (placed.kind === 'undecided' ? [placed.outcome] : []))[0];
    const { check, isEnough } = noting(world, world.check);
    const lookInto = createOrderTrying({ check }, { order, isMade }, base);
    const plan = createCoveringPlan(ordering.levels(base.row, tried.length === 1), {
      strength: 2,
      isSparing: true,
      seed: seedOf(`${world.seed}/${world.scenario}`),
      avoided: [...apartOrders, ...ordering.notOffered, ...textsOnce, ...(world.claims.invoice ? textsUnsaid : [])],
    });
    const isShort = isLeftOut(world, 'orders of many kinds');
    const most = isMade ? (isShort ? fewRows : rows[world.effort]) : 0;
    const rare = isMade && !isShort ? rareOrders.filter(({ lines }) => lines !== 'many' || ways.length > 2) : [];
    // A product may need an invoice, and a dozen of the dearest product may cost enough for free delivery.
    const isDear = ({ lines }: Row): boolean => lines === 'dozen';
    await forEach(world, rare, (row) => attempt({ ...base.row, invoice: 'with', ...row }, isDear(row) ? -1 : 0));
    await carryOut(world, plan, { most, atOnce, basketOf, isEnough }, async ({ row, pick }) => {
      const ordered = await attempt(row, pick);
      if (ordered.placed.kind === 'confirmed') plan.answered(byKind(ordered.row));
      const levels = await lookInto(ordered);
      if (levels) plan.avoid(byKind(levels));
    });
    if (isMade && !plan.isAvoided({ id: 'alike' }))
      await forEach(world, [...ordering.alike], async () => await attempt({ ...base.row, id: 'alike' }, 0));
    // It takes orders enough.
    if (isEnough()) return;
    for (const { size, covered, all } of plan.shares())
      if (size === 2 && isMade) world.attempted('pairs of ways to order', covered, all, size);
    // The keys that are left; of few baskets, of which one is for a retry, with all the parts that the first had not, and with none by turns.
    const retried = new Set<string>();
    for (let turn = 0; turn < (isMade ? mostKeys : Math.max(1, (world.fixtures.baskets?.length ?? 0) - 2)); turn++) {
      const left = [...offered.keys()].find((key) => !retried.has(key) && !tried.some(isDecided(key)));
      retried.add(left ?? '');
      if (left === undefined && (isMade || turn > 0)) break;
      const parts = isMade || turn % 2 > 0 ? {} : { invoice: 'with', consents: 'with', user: 'logged' };
      const ordered = await attempt(
        { ...base.row, ...parts, delivery: left ?? base.row['delivery'] ?? '' },
        most + turn,
      );
      if (ordered.placed.kind === 'undecided') break;
    }
    for (const ordered of tried) await lookInto(ordered);
    const confirmed = tried.flatMap(({ placed }) => (placed.kind === 'confirmed' ? [placed] : []));
    // Longer than a cache of the last answers lasts; with baskets to spare another scenario waits much longer.
    if (!world.triggers.has('createBasket')) await world.clock.sleep(laterMs, world.signal);
    // Once more, now that other orders have come in between: each kind of order may take a way of its own.
    // What was sent several times has been repeated, and of a user who orders again not after the next order.
    const isOnce = ({ row }: Attempt): boolean => row['sent'] !== 'copies' || row['user'] === 'again';
    const once = tried.filter(isOnce).flatMap(({ placed }) => (placed.kind === 'confirmed' ? [placed] : []));
    const repeats = await forEach(world, once, async (placed) => await repeat(world, placed.ready, placed));
    for (const outcome of repeats) world.unprovoked('order/idempotent', outcome);
    const [first] = confirmed;
    if (first) {
      world.unprovoked('order/idempotent', await repeat(world, first.ready, first, { reordered: true }));
      // Whether a basket can be ordered twice is left open; a confirmation is of the oaOrderId it was asked for all the same.
      await world.merchant.order({ ...first.ready.order, oaOrderId: freshOrderId() }, { expect: 'any' });
    }
    // A basket says of its order what it said, whatever has been ordered since; who watches judges it.
    const before = tried.filter(({ row }) => row['afterwards'] === 'retrieved');
    await forEach(world, before, async ({ placed }) => 'ready' in placed && (await lookAgain(world, placed.ready)));
    const untried = [...offered.keys()].filter((key) => !confirmed.some(({ ready }) => ready.delivery === key));
    world.check('order/every-delivery-option', untried.length === 0 ? passed : notTried(untried, stopped()));
    const only = confirmed.find(({ ready }) => ready.isOnlyRetrieved && ready.basket.offersNoDelivery);
    if (only) world.check('order/every-delivery-option', onlyRetrieved(only));
    world.check('order/optional-parts', confirmed.length > 1 ? passed : (stopped() ?? noOther));
    if (world.claims.lock)
      world.check('lock/orderable', confirmed.some(({ ready }) => ready.locked) ? passed : noOther);
    // Once it may be anything.
    const looked = tried.flatMap(({ looked }) => looked ?? []);
    const [one, another] = looked.filter(({ words }) => words !== undefined);
    if (one && another) world.check('basket/kept', lostWithAnother(one, another));
    else if (looked.length > 0 && one === undefined) world.check('basket/kept', passed);
  },
});

const isDecided = (key: string) => (one: Attempt) =>
  one.placed.kind !== 'undecided' && one.placed.ready.delivery === key;

const attemptOf = (placed: Placed, turn: Turn, looked?: Looked): Attempt => ({ ...turn, placed, looked });

/** One order, and what goes with it. */
const orderedAs = async (world: OrderWorld, ordering: Ordering, turn: Turn): Promise<Attempt> => {
  const prepared = await outcomeOf(ordering.prepare(turn));
  if ('status' in prepared) return attemptOf({ kind: 'undecided', outcome: prepared }, turn);
  const { ready, beside, row } = prepared;
  const isApart = beside !== undefined && (await isShownWithout(world, ready, beside.basket));
  const isOtherwise = prepared.isOtherwise || (row['lock'] === 'reloaded' && !(await isShownAs(world, ready)));
  const sent = await sendAs(world, ordering, ready, { row, pick: turn.pick });
  const placed: Placed = isOtherwise && sent.kind === 'declined' ? { kind: 'undecided', outcome: otherwise } : sent;
  if (row['afterwards'] === 'retrieved' && placed.kind !== 'undecided') await lookAgain(world, ready);
  const looked = isApart && placed.kind === 'confirmed' ? await lookAt(world, beside, placed.exchange) : undefined;
  const isBeside = beside !== undefined && (looked !== undefined || placed.kind !== 'confirmed');
  const came = row['afterwards'] === 'beside' && !isBeside ? { ...row, afterwards: 'nothing' } : row;
  return attemptOf(placed, { row: came, pick: turn.pick }, looked);
};

/** What is shown otherwise by then may rightly be declined. */
const otherwise = notExercised('a locked basket was answered as another one, and its order was declined');

const sendAs = async (
  world: OrderWorld,
  ordering: Ordering,
  ready: ReadyOrder,
  { row, pick }: Turn,
): Promise<Placed> => {
  if (row['sent'] === 'copies') {
    const count = copies.least + (pick % (copies.most - copies.least + 1));
    const copy = (at: number) => async (merchant: MerchantPort) => {
      await world.clock.sleep(Math.max(0, at - 1) * copies.apartMs, world.signal);
      return await merchant.order(ready.order, { expect: 'any' });
    };
    await world.merchant.atOnce(Array.from({ length: count }, (_, at) => copy(at)));
  }
  const other =
    row['sent'] === 'together' ? await unlessUnmet(ordering.prepare({ row: plainOrder, pick: pick + 1 })) : undefined;
  if (other === undefined) return await send(world, ready);
  const both = [ready, other.ready].map(
    (one) => async (merchant: MerchantPort) => await send({ ...world, merchant }, one),
  );
  const [placed = await send(world, ready)] = await world.merchant.atOnce(both);
  return placed;
};

const byKind = (row: Row): Row => (row['delivery'] === undefined ? row : { ...row, delivery: kindOf(row['delivery']) });

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

const noOther = notExercised('no other order of a locked basket was confirmed');
