import type { CheckOutcome } from '#schemas';
import { oneLess, reducedBasket } from '../../arrange/basket/products.ts';
import { type DeliveryType, deliveryTypeOf } from './order-request.ts';
import { answerProvokes, recalculate, type Reply } from '../../arrange/basket/basket-calls.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { place } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import {
  forEach,
  isRenamed,
  mostLines,
  openBasket,
  type OpenBasket,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { openToOrder, type OrderWish } from './prepared-order.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { repeat } from './repeated-order.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { Line, MerchantWorld } from '../../context/merchant.ts';

const covers = [...orderCovers] as const;
type World = MerchantWorld<(typeof covers)[number]>;

export default defineMerchantScenario({
  id: 'merchant/checkout-journey',
  title: 'A customer scans, changes, locks and orders a basket, with each kind of delivery',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders', 'recalculations'],
  covers,
  provokes: [...answerProvokes, ...orderProvokes, 'order/idempotent'],
  async run(world) {
    await forEach(world, [everyDelivery, manyPieces, manyLines], async (journeys) => await journeys(world));
  },
});

const everyDelivery = async (world: World): Promise<void> => {
  const ordered: string[] = [];
  await eachDelivery(world, (basketId) => ordered.push(basketId));
  // A basket says of its order what it said, whatever has been ordered since; who watches judges it.
  const before = [...new Set(ordered)].slice(0, -1);
  await forEach(world, before, async (basketId) => await world.merchant.retrieve(basketId, { expect: 'any' }));
};

const eachDelivery = async (world: World, onOrdered: (basketId: string) => unknown): Promise<void> => {
  const done = new Set<DeliveryType>();
  for (;;) {
    const opened = await unlessUnmet(openToOrder(world), (outcome) => {
      if (done.size === 0) world.check('order/confirmed', outcome);
    });
    if (!opened) return;
    const types = (opened.basket.deliveryOptions ?? []).map(({ key }) => deliveryTypeOf(key));
    const [type, ...others] = new Set(types.filter((offered) => !done.has(offered)));
    if (type === undefined) return;
    // Baskets made alike offer alike, so the other types need not wait for one another.
    const now = world.isBeside === true && opened.origin === 'trigger' ? [type, ...others] : [type];
    const isFirst = done.size === 0;
    for (const one of now) done.add(one);
    await forEach(world, now, async (one) => {
      const basket = one === type ? opened : await unlessUnmet(openToOrder(world));
      if (!basket) return;
      const outcome = await travel(world, basket, { type: one, repeats: isFirst && one === type });
      if (outcome) world.check('order/confirmed', outcome);
      else onOrdered(basket.basketId);
    });
  }
};

/** More than one digit holds. */
const pieces = 12;

const manyPieces = async (world: World): Promise<void> => {
  const [variantId] = world.fixtures.products?.inStock ?? [];
  if (variantId !== undefined) await large(world, [{ variantId, quantity: pieces }], `${pieces} pieces of a product`);
};

/** More than the other orders have. */
const fewLines = 3;

const manyLines = async (world: World): Promise<void> => {
  const variants = (world.fixtures.products?.inStock ?? []).slice(0, mostLines);
  const lines = variants.map((variantId) => ({ variantId, quantity: 1 }));
  if (lines.length > fewLines) await large(world, lines, `${lines.length} products`);
};

/** A basket shown without an error can be ordered, however much is in it; a shop that sells less at a time says so there. */
const large = async (world: World, lines: readonly Line[], much: string): Promise<void> => {
  if (!world.triggers.has('createBasket')) return;
  const opened = await unlessUnmet(openBasket(world, { lines, linesRequired: true, toOrder: true }));
  const isWhole = (basket: ReadBasket): boolean =>
    lines.every(({ variantId, quantity }) => lineOutcome(basket, variantId, quantity).kind === 'as-asked');
  if (opened === undefined || !isWhole(opened.basket)) return;
  // A product may ask for an invoice, so the twin has one as well.
  const placed = await place(world, { opened, invoice: true });
  if (placed.kind === 'confirmed') await repeat(world, placed.ready, placed);
  if (placed.kind !== 'declined' || !isWhole(placed.ready.basket)) return;
  const twin = await place(world, { invoice: true });
  if (twin.kind !== 'confirmed') return;
  const [cost, other] = [placed, twin].map(({ ready }) => ready.order.basket.price.deliveryCost);
  // Where only the large one is delivered for nothing, it may be that.
  if ((cost === 0) !== (other === 0)) return;
  world.check(
    'order/confirmed',
    failed({
      ...placed.finding,
      message: `An order of ${much} was not confirmed, though its basket was shown without an error and a smaller one was confirmed; take the order, or answer the basket with QUANTITY_TOO_BIG.`,
      cause: 'large order declined',
    }),
  );
};

/** One journey. Judged is only what a change of the basket does to its order; the rest is for other scenarios. */
const travel = async (
  world: World,
  opened: OpenBasket,
  { type, repeats }: { readonly type: DeliveryType; readonly repeats: boolean },
): Promise<CheckOutcome | undefined> => {
  const request = reducedBasket(opened.basketId, opened.basket, { products: oneLess(opened.basket) });
  const replied = await recalculate(world, request);
  if (replied.kind === 'not-replied') return unanswered('the change was not answered', replied.answer);
  if (isRenamed(opened, replied.basket)) return await orderRenamed(world, opened, replied);
  const delivery: OrderWish['delivery'] = (offered) => offered.find(({ key }) => deliveryTypeOf(key) === type);
  const changedBasket = { ...opened, basket: replied.basket };
  const placed = await place(world, { opened: changedBasket, retrieved: opened.basket, delivery });
  if (placed.kind === 'undecided') return placed.outcome;
  if (placed.kind === 'confirmed') {
    // Scanned once more, it is gone or it is a basket; what it says of its order is judged by whoever watches.
    await world.merchant.retrieve(opened.basketId, { expect: 'any' });
    // And the order of it is the same order still.
    if (repeats) await repeat(world, placed.ready, placed);
    return undefined;
  }
  // The same lines, ordered as they were scanned.
  const alike = await unlessUnmet(openToOrder(world));
  const twin = alike && (await place(world, { opened: alike, delivery }));
  if (twin?.kind !== 'confirmed') return undefined;
  return failed({ ...placed.finding, cause: 'changed basket declined' });
};

/** Neither is locked, so that they differ in nothing else. */
const orderRenamed = async (world: World, opened: OpenBasket, { basket }: Reply): Promise<CheckOutcome | undefined> => {
  const placed = await place(world, { opened: { ...opened, basket }, retrieved: opened.basket, lock: false });
  if (placed.kind !== 'declined') return undefined;
  const alike = await unlessUnmet(openToOrder(world));
  const twin = alike && (await place(world, { opened: alike, lock: false }));
  if (twin?.kind !== 'confirmed') return undefined;
  return failed({ ...placed.finding, cause: 'ordered under the id of the recalculation' });
};
