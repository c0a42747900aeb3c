import { orderCovers, orderProvokes } from './order-echo.ts';
import { placeAny } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { freshOrderId } from '../../arrange/identity.ts';
import { unlessUnmet } from '../../outcome.ts';
import { repeat } from './repeated-order.ts';

/** Longer than a cache of the last answers lasts. */
const laterMs = 2_000;

const provokes = [...orderProvokes, 'order/idempotent', 'lock/expires-in-future'] as const;

export default defineMerchantScenario({
  id: 'merchant/order-repeat',
  title: 'The same order sent again is the same order',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders'],
  covers: orderCovers,
  provokes,
  async run(world) {
    const started = await unlessUnmet(placeAny(world), (outcome) => {
      world.check('order/confirmed', outcome);
      for (const id of provokes) world.unprovoked(id, outcome);
    });
    if (!started) return;
    const { order } = started;
    world.unprovoked('order/idempotent', await repeat(world, order.ready, order));
    // With baskets to spare, another scenario waits much longer without anybody waiting for it.
    if (!world.triggers.has('createBasket')) await world.clock.sleep(laterMs, world.signal);
    world.unprovoked('order/idempotent', await repeat(world, order.ready, order, { reordered: true }));
    // Whether a basket can be ordered twice is left open; a confirmation is of the oaOrderId it was asked for all the same.
    await world.merchant.order({ ...order.ready.order, oaOrderId: freshOrderId() }, { expect: 'any' });
  },
});
