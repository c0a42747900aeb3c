import type { CheckOutcome } from '#schemas';
import { openCatalogue } from '../catalogue/walk/catalogue.ts';
import { fixtureWeight } from '../catalogue/walk/fixture-products.ts';
import { openWindow } from '../catalogue/walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, passed } from '../../outcome.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { place, send } from './placed-order.ts';
import type { ReadyOrder } from './prepared-order.ts';
import { orderOf } from './unheard-order.ts';

/** Products from the beginning that one is taken from, and how many are tried. */
const windowSize = 50;
const tries = 2;

/** Endpoints › Rules: the platform may retry. What a product costs by then is no matter of an order that is placed already. */
export default defineMerchantScenario({
  id: 'merchant/order-price-change',
  title: 'An order sent again after a change of its product is the same order, and a locked basket is kept',
  phase: 'after',
  needs: [
    'merchant.basketUrl',
    'merchant.orderUrl',
    'merchant.catalogueUrl',
    'triggers.createBasket',
    'triggers.changeProduct',
  ],
  reads: ['removals'],
  changes: ['catalogue', 'orders'],
  covers: [...orderCovers, 'lock/orderable'],
  provokes: [...orderProvokes, 'order/idempotent'],
  async run(world) {
    const { stretch } = await openWindow(await openCatalogue(world), windowSize);
    const weight = fixtureWeight(world);
    const candidates = stretch.products
      .filter((product) => !product.delisted && weight(product) < 2)
      .toSorted((one, other) => weight(one) - weight(other))
      .slice(0, tries);
    for (const { id, variants } of candidates) {
      const variant = variants.find(({ available }) => available);
      if (variant === undefined) continue;
      const another = async () => await orderOf(world, variant.id, 1);
      const ready = await another();
      const placed = ready && (await world.merchant.order(ready.order, { expect: 'any' }));
      if (ready === undefined || placed?.kind !== 'answered') continue;
      const locked = await another();
      const fired = await world.triggers.fire('changeProduct', { productId: id });
      if (fired.kind === 'unavailable') return;
      // What comes of it is judged by whoever watches.
      await world.merchant.order(ready.order, { expect: 'any' });
      const held = locked?.locked === true ? await heldThroughChange(world, locked, another) : undefined;
      if (held !== undefined) world.check('lock/orderable', held);
      return;
    }
  },
});

/**
 * Endpoints › Merchant-hosted › 3: until its expiresAt a locked basket is valid, so that no modification is concurrent with payment.
 * A product that was changed since the lock is ordered as it was locked. Another basket, locked since, shows whether it can be had at
 * all; where a lock grants it and its order is refused as well, one of other products shows whether orders are taken.
 * @param locked a basket that was locked before its product was changed
 * @param later another one of the same, locked since
 */
const heldThroughChange = async (
  world: OrderWorld,
  locked: ReadyOrder,
  later: () => Promise<ReadyOrder | undefined>,
): Promise<CheckOutcome | undefined> => {
  const { expiresAt, expiresAtMs } = locked.basket;
  const placed = await send(world, locked);
  if (placed.kind === 'confirmed') return passed;
  if (placed.kind === 'undecided' || expiresAtMs === undefined || expiresAtMs <= world.clock.now()) return undefined;
  const twin = await later();
  const now = twin && (await send(world, twin));
  if (twin === undefined || now === undefined || now.kind === 'undecided') return undefined;
  const failing = {
    ...placed.finding,
    expected: `2xx with a confirmation before ${expiresAt ?? 'expiresAt'}`,
    cause: 'not kept through a change',
  };
  if (now.kind === 'confirmed')
    return failed({
      ...failing,
      message:
        'A locked basket was not confirmed when it was ordered, since its product had been changed after the lock; until its expiresAt a locked basket is sold as it was locked.',
      exchanges: [now.exchange, ...(placed.finding.exchanges ?? [])],
    });
  if (!twin.locked || (twin.basket.expiresAtMs ?? 0) <= world.clock.now()) return undefined;
  // Neither is for what these orders have in common where one of products that nobody changed is confirmed.
  const unchanged = await place(world);
  if (unchanged.kind !== 'confirmed' || !unchanged.ready.locked) return undefined;
  return failed({
    ...failing,
    message:
      'Two locked baskets with a product that had been changed were not confirmed when they were ordered, though the second was locked after the change, and a locked basket of other products is confirmed; until its expiresAt a locked basket is sold as it was locked.',
    exchanges: [unchanged.exchange, ...(now.finding.exchanges ?? []), ...(placed.finding.exchanges ?? [])],
  });
};
