import { orderCovers, orderProvokes } from './order-echo.ts';
import { placeAny } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { unlessUnmet } from '../../outcome.ts';
import { repeat } from './repeated-order.ts';

/** States and transitions › Basket validity timeline: the platform keeps trying for 5 minutes. */
const longestMs = 290_000;
const laterMs = { quick: 5_000, standard: 5_000, thorough: longestMs } as const;

export default defineMerchantScenario({
  id: 'merchant/order-repeat-later',
  title: 'An order sent again after a long outage is still the same order',
  phase: 'meanwhile',
  // Without it the few fixture baskets are better used for what needs no waiting.
  needs: ['merchant.basketUrl', 'merchant.orderUrl', 'triggers.createBasket'],
  covers: orderCovers,
  provokes: [...orderProvokes, 'order/idempotent'],
  async run(world) {
    const started = await unlessUnmet(placeAny(world), (outcome) => world.unprovoked('order/idempotent', outcome));
    if (!started) return;
    await world.clock.sleep(laterMs[world.effort], world.signal);
    // A run that takes its time anyway shows what is forgotten within it, and with other orders in between.
    await world.othersOver(longestMs - laterMs[world.effort]);
    world.unprovoked('order/idempotent', await repeat(world, started.order.ready, started.order));
  },
});
