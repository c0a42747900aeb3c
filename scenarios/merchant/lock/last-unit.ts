import type { CheckOutcome, LimitedProduct, ReducedBasket } from '#schemas';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { lock, type Replied } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { countsItself } from './counts-itself.ts';
import {
  type Both,
  notKept,
  type Ordered,
  type Promised,
  promisedBy,
  restLocked,
  soldOut,
  soldToBoth,
} from './both-ordered.ts';
import { buyerFrom } from '../../arrange/buyer.ts';
import { openBasket, type OpenBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { orderCovers, orderProvokes } from '../order/order-echo.ts';
import { someOf } from '../../arrange/sampling.ts';
import { openCatalogue } from '../catalogue/walk/catalogue.ts';
import { readInventory, stockOf } from '../order/counted-stock.ts';
import { place } from '../order/placed-order.ts';
import { repeat } from '../order/repeated-order.ts';
import { failed, notExercised, outcomeOf, passed, unlessUnmet, usedUp } from '../../outcome.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { endOf, got, heldOn, heldWhenCut, isUnlike, judgeLoser, ownLock, type Race, stillHeld } from './held-lock.ts';
import { callsOf, moreLocked } from './more-locked.ts';
import type { MerchantPort, MerchantWorld } from '../../context/merchant.ts';

const ofLocks = ['lock/last-unit-once', 'lock/shortage-reported', 'lock/as-recalculated', 'lock/orderable'] as const;
const covers = [...orderCovers, ...ofLocks] as const;
type World = MerchantWorld<(typeof covers)[number]>;
const limitedKey = 'merchant.fixtures.products.limited';

/** First in its phase: any lock of a limited product leaves less to compete for. */
export default defineMerchantScenario({
  id: 'merchant/lock-last-unit',
  title: 'Of two baskets that lock the last of a product at once, one gets it',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'triggers.createBasket'],
  changes: ['recalculations'],
  touches: ['limited products'],
  covers,
  once: true,
  usesUp: 'limited products',
  provokes: ['basket/request-id-echo', ...orderProvokes],
  async run(world) {
    if (!world.claims.lock) return;
    const known = (world.fixtures.products?.limited ?? []).filter(({ max }) => max > 0);
    const limited = someOf(world, 'limited products', known.filter(isUnlike));
    if (limited.length === 0)
      world.check(
        'lock/last-unit-once',
        notExercised(
          'no limited product is configured; if nothing in your shop can run out, set capabilities.merchant.limitedStock: false',
          limitedKey,
        ),
      );
    // Where there are several, one may be sold out by the run; the first is waited for. An order that will be cancelled
    // gives back what is locked, so that the next run finds it.
    const sold = limited.length > 1 && world.claims.orders ? limited.at(-1) : undefined;
    const givesBack = world.claims.orders && world.triggers.has('cancelOrder');
    // Set aside has to be every line of a lock: one that is raced for comes first in its basket, the others come behind.
    const alone: How['alone'] = [];
    const races = limited.map(async (product, index) => {
      const [patient, ahead] = [index === 0, index === 0 && limited.length > 1];
      return await outcomeOf(compete(world, product, { patient, sold: product === sold, givesBack, ahead, alone }));
    });
    const outcomes = await Promise.all(races);
    for (const again of alone) await again();
    for (const outcome of outcomes) world.check('lock/last-unit-once', outcome);
    // Whether the last units can be ordered shows only where they can be had.
    const last = outcomes.at(-1);
    if (world.claims.orders && last?.status === 'not-exercised' && last.usedUp) world.check('lock/orderable', last);
  },
});

interface How extends Readonly<Record<'patient' | 'sold' | 'givesBack' | 'ahead', boolean>> {
  /** What is asked once more when all races are over: which requests a shop mixes up is for another scenario to tell. */
  readonly alone: (() => Promise<void>)[];
}

const compete = async (world: World, { id, max }: LimitedProduct, how: How): Promise<CheckOutcome> => {
  const own = { variantId: id, quantity: max };
  const beside = stockedLines(world, 1).flatMap(({ variantId }) =>
    variantId === id ? [] : [{ variantId, quantity: 1 }],
  );
  const lines = how.ahead ? [own, ...beside] : [...beside, own];
  const wish = { lines, linesRequired: true };
  const one = await openBasket(world, wish);
  // A target that sets stock aside as soon as it is in a basket leaves nothing to compete for.
  const other = await openBasket(world, wish);
  const products = lines.map(({ variantId, quantity }) => ({ id: variantId, quantity }));
  const contenders = [one, other].map((opened) => ({
    opened,
    request: reducedBasket(opened.basketId, opened.basket, { products }),
  }));
  const replies = await world.merchant.atOnce(
    contenders.map(
      ({ request }) =>
        async (merchant: MerchantPort) =>
          await lock({ merchant }, request, { expect: 'any' }),
    ),
  );
  const winners = replies.filter((replied) => got(replied, id, max));
  const [refused] = replies;
  if (refused?.kind === 'not-replied' && replies.every(({ kind }) => kind === 'not-replied'))
    return unanswered('neither of two baskets could be locked', refused.answer);
  if (winners.length === 0) {
    const [first, second] = contenders;
    const itself = first && second && (await countsItself(world, { id, max }, [first.request, second.request]));
    if (itself) world.check('lock/shortage-reported', itself);
    return replies.some((one) => one.kind === 'replied' && lineOutcome(one.basket, id, max).kind === 'differs')
      ? notExercised(
          `neither lock holds ${max} of "${id}", and one lock has another quantity without an error`,
          limitedKey,
        )
      : usedUp(
          `neither lock holds all ${max} of "${id}": some are sold, held back, or still locked by an earlier run`,
          limitedKey,
        );
  }
  const until = winners[0] && endOf(winners[0]);
  const said = await outcomeOf(decided(world, { ...how, id, max, contenders, replies, winners }));
  if (!how.sold && said !== 'ordered' && until !== undefined && until > world.clock.now())
    world.leaves?.(
      `"${id}" is locked until ${new Date(until).toISOString()}: wait until then, or restock it, before the next run.`,
    );
  return said === 'ordered' ? passed : said;
};

interface Raced extends LimitedProduct, How {
  readonly contenders: readonly { readonly opened: OpenBasket; readonly request: ReducedBasket }[];
  readonly replies: readonly Replied[];
  readonly winners: readonly Replied[];
}

/** `ordered`: it is as it should be, and what was locked is locked no more. */
const decided = async (
  world: World,
  { id, max, patient, sold, givesBack, alone, contenders, replies, winners }: Raced,
): Promise<CheckOutcome | 'ordered'> => {
  const promised = contenders.flatMap(({ opened }, index) => promisedBy(opened, replies[index], { id, max }));
  if (winners.length > 1) {
    const orders = await bothOrdered(world, promised, { id, max });
    if (orders?.broken) world.check('lock/orderable', failed(orders.broken));
    if (orders === undefined || orders.areUntried)
      return notExercised(
        `both baskets locked ${max} of "${id}"; without merchant.orderUrl it cannot be shown whether the shop has more of it`,
        orders === undefined ? 'merchant.orderUrl' : limitedKey,
      );
    if (orders.areKept) {
      const inventory = world.claims.catalogue ? await readInventory(await openCatalogue(world)) : undefined;
      return soldToBoth(promised, { id, max }, inventory && stockOf(inventory, id));
    }
    return failed({
      expected: `"${id}" with quantity ${max} and no error in one of the two locks`,
      actual: 'both locks have it',
      exchanges: winners.flatMap((replied) => (replied.kind === 'replied' ? [replied.exchange] : [])),
      cause: 'last units locked twice',
    });
  }
  for (const [index, { request }] of contenders.entries())
    if (replies[index]?.kind === 'not-replied') alone.push(() => judgeLoser(world, request, id));
  const [won, lost] = replies[0] === winners[0] ? contenders : contenders.toReversed();
  if (winners[0] === undefined || won === undefined || lost === undefined) return passed;
  const race: Race = { id, max, held: winners[0], won: won.request, lost: lost.request };
  const rest = await restLocked(world, lost, replies[replies[0] === winners[0] ? 1 : 0], id);
  const overdrawn = rest && (await bothOrdered(world, [...promised, rest], { id, max }))?.broken;
  if (overdrawn) {
    world.check('lock/orderable', failed(overdrawn));
    return failed({ ...overdrawn, cause: 'more locked than there is' });
  }
  // Used up, whoever has more than was configured.
  if (rest) return passed;
  const heldOut = patient ? await heldOn(world, race) : undefined;
  const again = heldOut ? undefined : await ownLock(world, race);
  const release =
    heldOut ?? (again?.status === 'passed' ? await stillHeld(world, race, won.opened.basketId) : undefined);
  if (release) {
    const also = { opened: lost.opened, basket: release.given.basket, exchange: release.given.exchange };
    const given = (await bothOrdered(world, [...promised, also], { id, max }))?.broken;
    if (given) world.check('lock/orderable', failed(given));
    return release.outcome;
  }
  const outcome = again ?? passed;
  const askMore = async () => await moreLocked(race, ...callsOf(world), patient);
  const more = !sold && outcome.status === 'passed' ? await askMore() : undefined;
  const tell = (told: typeof more): void => told && world.check(told.requirement, told.outcome);
  const isOfMixUp = more?.requirement === 'lock/shortage-reported' && more.outcome.status === 'failed';
  if (isOfMixUp) alone.push(async () => tell(await askMore()));
  else tell(more);
  const cut = more?.outcome.status === 'passed' ? await heldWhenCut(world, race) : undefined;
  if (cut ?? (more?.outcome.status === 'failed' || outcome.status !== 'passed')) return cut ?? outcome;
  const ordered = sold || givesBack ? await orderOfLast(world, won.opened, id) : undefined;
  if (ordered) world.check('lock/orderable', ordered);
  return ordered?.status === 'passed' ? 'ordered' : outcome;
};

const bothOrdered = async (
  world: World,
  promised: readonly Promised[],
  product: LimitedProduct,
): Promise<Both | undefined> => {
  if (!world.claims.orders || promised.length < 2) return undefined;
  const both: Ordered[] = [];
  for (const one of promised) {
    // What there is may be so much for each customer, who is known by the order at the latest.
    const buyer = buyerFrom(`${world.seed}/${world.scenario}/${one.exchange}`);
    const placed = await place(world, { opened: one.opened, lockedAs: one.basket, buyer });
    both.push({ promised: one, placed, at: world.clock.now() });
    if (placed.kind === 'confirmed') world.leaves?.(soldOut(product.id, world.triggers));
  }
  const areKept = both.every(({ placed }) => placed.kind === 'confirmed');
  const areUntried = both.some(({ placed }) => placed.kind === 'undecided');
  // Where neither is confirmed it may be for something else than what was locked.
  const twin = both.every(({ placed }) => placed.kind === 'declined') ? await place(world) : undefined;
  const isSold = twin?.kind === 'confirmed' && twin.ready.locked;
  return { broken: notKept(both, product, isSold ? twin : undefined), areKept, areUntried };
};

/**
 * Resources › Basket › expiresAt: ordered before it, the basket is guaranteed. Only of the last units can it be seen
 * whether what a lock has set aside is there for its own order.
 */
const orderOfLast = async (world: World, opened: OpenBasket, id: string): Promise<CheckOutcome | undefined> => {
  const placed = await place(world, { opened });
  if (placed.kind === 'undecided') return undefined;
  if (placed.kind === 'confirmed') {
    world.leaves?.(soldOut(id, world.triggers));
    // There are none left now, which is nothing to an order that is known.
    await repeat(world, placed.ready, placed);
    return passed;
  }
  // The same with a product of which there is more.
  const { products } = placed.ready.order.basket;
  const spare = world.fixtures.products?.inStock?.find((one) => products.every((line) => line.id !== one));
  if (spare === undefined) return undefined;
  const lines = products.map((line) => ({ variantId: line.id === id ? spare : line.id, quantity: line.quantity }));
  const other = await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
  const twin = other && (await place(world, { opened: other }));
  if (!placed.ready.locked || twin?.kind !== 'confirmed' || !twin.ready.locked) return undefined;
  return failed({
    ...placed.finding,
    expected: `2xx with a confirmation of an order with "${id}", before the lock ends`,
    exchanges: [twin.exchange, ...(placed.finding.exchanges ?? [])],
    cause: 'own lock in the way of the order',
  });
};
