import type { CheckOutcome, Finding } from '#schemas';
import { codesOf, oneLess, reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate } from '../../arrange/basket/basket-calls.ts';
import { forEach, isRenamed, openBasket } from '../../arrange/basket/open-basket.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { isInForce } from '../../arrange/basket/codes.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { place, type Placed } from './placed-order.ts';
import { openToOrder } from './prepared-order.ts';
import { repeat } from './repeated-order.ts';

type World = MerchantWorld<(typeof orderCovers)[number]>;
type Discounted = Exclude<Placed, { kind: 'undecided' }>;

export default defineMerchantScenario({
  id: 'merchant/order-changed-basket',
  title: 'A basket that was recalculated is ordered as the last answer has it: with its codes, and without a lock',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders', 'recalculations'],
  covers: orderCovers,
  provokes: [...answerProvokes, ...orderProvokes, 'order/idempotent'],
  async run(world) {
    // Other baskets are ordered as they were scanned.
    if (!world.triggers.has('createBasket')) return;
    await forEach(world, [withDiscounts, withoutLock], async (journey) => {
      const outcome = await unlessUnmet(journey(world));
      if (outcome) world.check('order/confirmed', outcome);
    });
  },
});

/**
 * What the service does: the platform recalculates the basket when the user changes it, and optionally locks it. Whoever takes
 * no order without a lock declines that of the basket as it was scanned as well.
 */
const withoutLock = async (world: World): Promise<CheckOutcome | undefined> => {
  if (!world.claims.lock) return undefined;
  const opened = await openToOrder(world);
  const request = reducedBasket(opened.basketId, opened.basket, { products: oneLess(opened.basket) });
  const replied = await recalculate(world, request, { expect: 'any' });
  if (replied.kind === 'not-replied' || isRenamed(opened, replied.basket)) return undefined;
  const changed = { ...opened, basket: replied.basket };
  const placed = await place(world, { opened: changed, retrieved: opened.basket, lock: false });
  if (placed.kind !== 'declined') return undefined;
  const twin = await place(world, { opened: await openToOrder(world), lock: false });
  if (twin.kind !== 'confirmed') return undefined;
  return failed({ ...placed.finding, cause: 'changed basket declined without a lock' });
};

/** So many valid codes are ordered with. */
const mostCodes = 2;

/**
 * Order placement request › basket.price.discounts: a list, of the codes in force. An order with some is as good as any other,
 * and with two as good as with one. With one only where one with two is declined, or cannot be had, since a code may
 * be good for one order.
 */
const withDiscounts = async (world: World): Promise<CheckOutcome | undefined> => {
  const codes = (world.fixtures.discountCodes?.valid ?? []).slice(0, mostCodes);
  if (codes.length === 0) return undefined;
  const several = codes.length < mostCodes ? undefined : await orderWith(world, codes);
  if (several?.kind === 'confirmed') return undefined;
  const single = await orderWith(world, codes.slice(0, 1));
  if (single?.kind === 'confirmed') {
    const isFewer = several !== undefined && discountsIn(several) > discountsIn(single);
    return isFewer && (await takesAsLittle(world, several)) ? failed(forCodes(several.finding)) : undefined;
  }
  const declined = single?.kind === 'declined' && discountsIn(single) > 0 ? single : undefined;
  if (declined === undefined) return undefined;
  const twin = await place(world, { opened: await openToOrder(world) });
  if (twin.kind !== 'confirmed' || discountsIn(twin) > 0) return undefined;
  return failed({ ...declined.finding, cause: 'discounted basket declined' });
};

const forCodes = (finding: Finding): Finding => ({ ...finding, cause: 'basket with two codes declined' });

/** Whether one without codes that is worth no more is confirmed: there may be a least value of an order. */
const takesAsLittle = async (world: World, { ready }: Discounted): Promise<boolean> => {
  const { products, price } = ready.order.basket;
  const [cheapest] = products.toSorted((one, other) => one.unitPrice - other.unitPrice);
  if (cheapest === undefined) return false;
  const lines = [{ variantId: cheapest.id, quantity: 1 }];
  const opened = await unlessUnmet(openBasket(world, { lines, linesRequired: true, toOrder: true }));
  const placed = opened && (await place(world, { opened }));
  return placed?.kind === 'confirmed' && placed.ready.order.basket.price.basketValue <= price.basketValue;
};

const discountsIn = ({ ready }: Discounted): number => ready.order.basket.price.discounts.length;

/** Undefined where the codes are not all in force, or the basket cannot be ordered. */
const orderWith = async (world: World, codes: readonly string[]): Promise<Discounted | undefined> => {
  const opened = await unlessUnmet(openToOrder(world));
  if (opened === undefined) return undefined;
  const request = reducedBasket(opened.basketId, opened.basket, { codes: [...codesOf(opened.basket), ...codes] });
  const replied = await recalculate(world, request, { expect: 'any' });
  if (replied.kind === 'not-replied' || isRenamed(opened, replied.basket)) return undefined;
  if (codesOf(replied.basket).length === 0) return undefined;
  if (codes.length > 1 && !codes.every((code) => isInForce(replied.basket, code))) return undefined;
  const placed = await place(world, { opened: { ...opened, basket: replied.basket }, retrieved: opened.basket });
  if (placed.kind === 'confirmed') await repeat(world, placed.ready, placed);
  return placed.kind === 'undecided' ? undefined : placed;
};
