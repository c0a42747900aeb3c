import { orderCovers, orderProvokes } from './order-echo.ts';
import { placeAny } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { repeat } from './repeated-order.ts';

/** States and transitions › Basket validity timeline: the platform keeps trying for 5 minutes. */
const laterMs = { quick: 5_000, standard: 5_000, thorough: 290_000 } as const;

export default defineMerchantScenario({
  id: 'merchant/order-repeat-later',
  title: 'An order sent again after a long outage is still the same order',
  phase: 'meanwhile',
  // Without it the few fixture baskets are better used for what needs no waiting.
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'triggers.createBasket'],
  covers: orderCovers,
  provokes: [...orderProvokes, 'order/idempotent'],
  async run(world) {
    const started = await placeAny(world);
    if (started.kind === 'blocked') {
      world.unprovoked('order/idempotent', started.outcome);
      return;
    }
    await world.clock.sleep(laterMs[world.effort], world.signal);
    world.unprovoked('order/idempotent', await repeat(world, started.order.ready, started.order));
  },
});
