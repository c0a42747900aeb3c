import { isLeftOut } from '../../arrange/some-of.ts';
import { openCatalogue } from '../catalogue/walk/catalogue.ts';
import { fixtureWeight } from '../catalogue/walk/fixture-products.ts';
import { openWindow } from '../catalogue/walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { heldThroughChange } from './held-through-change.ts';
import { orderCovers, orderProvokes } from './order-echo.ts';
import { orderOf } from './unheard-order.ts';

/** Products from the beginning that one is taken from, and how many are tried. */
const windowSize = 50;
const tries = 2;

/** Endpoints › Rules: the platform may retry. What a product costs by then is no matter of an order that is placed already. */
export default defineMerchantScenario({
  id: 'merchant/order-price-change',
  title:
    'An order whose product has been changed since is the same order when it is sent again, and a locked basket is kept',
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
    if (isLeftOut(world, 'an order of a changed product')) return;
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
