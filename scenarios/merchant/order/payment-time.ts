import type { CheckOutcome } from '#schemas';
import { anotherOrder } from '#traffic/laws';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { type Confirmed, send } from './placed-order.ts';
import { repeat } from './repeated-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { recalculate } from '../../arrange/basket/basket-calls.ts';
import { type OpenBasket, scan } from '../../arrange/basket/open-basket.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { freshId } from '../../arrange/identity.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { deliveryTypeOf } from './order-request.ts';
import { type OrderWish, prepareOrder, type ReadyOrder } from './prepared-order.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { available, failed, notExercised, outcomeOf, passed, Unmet, unmet } from '../../outcome.ts';

type World = MerchantWorld<(typeof covers)[number]>;
const covers = [...orderCovers, 'order/accepted-within-payment-time', 'lock/orderable'] as const;

/** The basket to expire, and the one to order in time, however slow the target is. */
const lifeSeconds = { late: 4, early: 300 } as const;
/** A shop may count in whole seconds. */
const wholeSecondMs = 1000;
/** A basket that lives longer than this is not waited for; one that a lock makes live longer is better not locked. */
const patienceMs = { locked: 20_000, unlocked: 90_000 } as const;
/** Limits › Payment execution: up to 3 minutes after expiresAt, less some seconds for the way. */
const afterExpiryMs = { quick: 2_500, standard: 2_500, thorough: 170_000 } as const;

export default defineMerchantScenario({
  id: 'merchant/order-payment-time',
  title: 'An order that arrives while the payment takes its time is confirmed though the basket has expired',
  phase: 'meanwhile',
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'triggers.createShortLivedBasket'],
  covers,
  provokes: orderProvokes,
  async run(world) {
    const ids: unknown[] = [];
    const tried = async (wish: () => OrderWish): Promise<CheckOutcome> => {
      const outcome = await outcomeOf(paymentTime(world, wish, ids));
      // Other scenarios and customers buy and remove meanwhile; another basket is made of what there is then.
      return outcome === soldOut && !world.signal.aborted ? await outcomeOf(paymentTime(world, wish, ids)) : outcome;
    };
    const [plain, rich] = await Promise.all([tried(() => ({})), tried(richOrder)]);
    // One that is shown in the place of another is ordered twice.
    const areApart = new Set(ids).size === ids.length;
    if (plain.status !== 'failed' || areApart) world.check('order/accepted-within-payment-time', plain);
    if (plain.status === 'passed' && rich.status === 'failed' && areApart)
      world.check('order/accepted-within-payment-time', rich);
  },
});

/** With all that an order may have but a code, which an order may use up for others; each for somebody else. */
const richOrder = (): OrderWish => ({
  delivery: (offered) => offered.find(({ key }) => deliveryTypeOf(key) === 'PICKUP') ?? offered[0],
  invoice: true,
  consents: true,
  loggedUser: freshId(),
});

/** @param ids gets those of its baskets, as they were answered */
const paymentTime = async (world: World, wish: () => OrderWish, ids: unknown[]): Promise<CheckOutcome> => {
  const [late, livesOn] = await shortLived(world, wish);
  // The positive twin differs in the moment alone: a basket of the same kind, ordered while it lives.
  const alive = await openShortLived(world, lifeSeconds.early);
  const early = await prepareOrder(world, { ...wish(), opened: alive, lock: late.locked });
  ids.push(late.order.basket.id, early.order.basket.id);
  const twin = await send(world, early);
  if (twin.kind === 'undecided') return twin.outcome;
  if (twin.kind === 'declined')
    return notExercised(
      `the shop declined an order of such a basket (${late.locked ? 'locked' : 'not locked'}) even before it expired (${twin.finding.actual})`,
    );
  const wait = (late.basket.expiresAtMs ?? 0) + afterExpiryMs[world.effort] - world.clock.now();
  world.progress(`waiting ${Math.ceil(wait / 1000)} s for a basket to expire`);
  await world.clock.sleep(Math.max(0, wait), world.signal);
  if (livesOn && !ids.includes(livesOn.order.basket.id)) await orderLocked(world, livesOn, wish);
  // Who declines an order of an expired basket need not recalculate it either, so its supply is asked of another one.
  const placed = await send(world, late, { asksSupply: false });
  if (placed.kind === 'confirmed') return await repeatedLate(world, placed, twin);
  if (placed.kind === 'undecided') return placed.outcome;
  const still = await confirmedStill(world, late, wish);
  return failed({
    ...placed.finding,
    message:
      'An order sent after expiresAt, while the payment may still take up to 3 minutes, was declined; accept orders until 3 minutes after expiresAt.',
    expected: `2xx with a confirmation by ${late.delivery}${late.order.billingDetails ? ' with billing details' : ''}, ${afterExpiryMs[world.effort] / 1000} s after expiresAt`,
    exchanges: [twin.exchange, still.exchange, ...(placed.finding.exchanges ?? [])],
  });
};

/** Endpoints › Merchant-hosted › 3: until the expiresAt of the lock the basket is valid and locked, though it would have expired without. */
const orderLocked = async (world: World, locked: ReadyOrder, wish: () => OrderWish): Promise<void> => {
  const placed = await send(world, locked);
  if (placed.kind !== 'declined' || (locked.basket.expiresAtMs ?? 0) < world.clock.now()) return;
  const still = await confirmedStill(world, locked, wish);
  world.check(
    'lock/orderable',
    failed({
      ...placed.finding,
      expected: `2xx with a confirmation before ${locked.basket.expiresAt}, the expiresAt of the lock`,
      exchanges: [still.exchange, ...(placed.finding.exchanges ?? [])],
      cause: 'lock ends when the basket was to expire',
    }),
  );
};

/**
 * The twin once more, with what the declined order held: it may have been sold out since the first one, or no order be
 * confirmed any more.
 */
const confirmedStill = async (world: OrderWorld, late: ReadyOrder, wish: () => OrderWish): Promise<Confirmed> => {
  const opened = await openShortLived(world, lifeSeconds.early);
  const products = productsOf(late.basket);
  const holdsAll = (basket: ReadBasket): boolean =>
    products.every(({ id, quantity }) => lineOutcome(basket, id, quantity).kind === 'as-asked');
  let { basket } = opened;
  if (!holdsAll(basket)) {
    const request = reducedBasket(opened.basketId, basket, { products });
    const replied = await recalculate(world, request, { expect: 'any' });
    if (replied.kind === 'not-replied' || !holdsAll(replied.basket)) throw new Unmet(soldOut);
    basket = replied.basket;
  }
  const held = { opened: { ...opened, basket }, retrieved: opened.basket, lock: late.locked };
  const placed = await send(world, await prepareOrder(world, { ...wish(), ...held }));
  if (placed.kind === 'confirmed') return placed;
  throw new Unmet(placed.kind === 'undecided' ? placed.outcome : declinedByNow);
};

const soldOut = notExercised(
  'the shop declined an order of an expired basket, but its products are no longer available; earlier orders of this run or triggers.removeProduct may be the cause',
  'merchant.fixtures.products.inStock',
);
const declinedByNow = notExercised(
  'the shop declined an order of an expired basket, but it also declined one of a valid basket that it had confirmed before',
);

/**
 * Endpoints › Merchant-hosted › Rules: the platform retries what it heard no answer to, and may do so until 3 minutes after
 * expiresAt; what a repeat comes to before it is for others to tell, and the twin here.
 */
const repeatedLate = async (world: OrderWorld, late: Confirmed, early: Confirmed): Promise<CheckOutcome> => {
  const again = await repeat(world, late.ready, late);
  const isRefused = (again.status === 'failed' || again.status === 'warned') && again.cause !== anotherOrder;
  if (!isRefused || (await repeat(world, early.ready, early)).status !== 'passed') return passed;
  const { status: _, ...finding } = again;
  return failed({
    ...finding,
    message:
      'An order that was confirmed after expiresAt was declined when it was sent again, while the repeat of an order of a basket that still lives was answered; look the oaOrderId up before anything else, and answer a known one with its confirmation however late it comes.',
  });
};

const unlock = 'triggers.createShortLivedBasket';

/** Ready to be ordered; without a lock where a lock makes the basket live on, with the one that does. */
const shortLived = async (
  world: OrderWorld,
  wish: () => OrderWish,
  lock = world.claims.lock,
): Promise<readonly [late: ReadyOrder, livesOn?: ReadyOrder]> => {
  const opened = await openShortLived(world, lifeSeconds.late);
  const ready = await prepareOrder(world, { ...wish(), opened, lock });
  const leftOf = ({ expiresAtMs }: ReadBasket): number => (expiresAtMs ?? Number.POSITIVE_INFINITY) - world.clock.now();
  const left = leftOf(ready.basket);
  if (left <= (lock ? patienceMs.locked : patienceMs.unlocked)) return [ready];
  if (lock) return [(await shortLived(world, wish, false))[0], ready];
  // A shop may rightly renew it with every retrieval or recalculation.
  const renewedBy =
    leftOf(opened.basket) > patienceMs.unlocked ? 'retrieved' : 'recalculated, to learn of its delivery options';
  throw unmet(
    `createShortLivedBasket was asked for a basket of ${lifeSeconds.late} s, but the basket has ${Math.round(left / 1000)} s left after it was ${renewedBy}; keep its expiry then, and check the clock of the shop`,
    unlock,
  );
};

const openShortLived = async (world: OrderWorld, seconds: number): Promise<OpenBasket> => {
  const began = world.clock.now();
  const { result } = available(await world.triggers.fire('createShortLivedBasket', { seconds }));
  if (typeof result !== 'string' && typeof result !== 'number') throw unmet('the trigger gave no basket id', unlock);
  // Who took so long is not told by it; scanning it now would blame the shop for an expired basket.
  if (world.clock.now() - began > seconds * 1000 - wholeSecondMs)
    throw unmet('the short-lived basket expired before triggers.createShortLivedBasket had answered', unlock);
  return await scan(world, String(result), 'trigger');
};
