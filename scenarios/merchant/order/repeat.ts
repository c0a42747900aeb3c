import type { CheckOutcome } from '#schemas';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { place, placeAny, type Placed, type Started } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { freshOrderId } from '../../arrange/identity.ts';
import { failed, notExercised, passed, Unmet, unlessUnmet } from '../../outcome.ts';
import { lockLost, reloaded } from './reloaded-lock.ts';
import { repeat } from './repeated-order.ts';

/** Longer than a cache of the last answers lasts. */
const laterMs = 2_000;

const provokes = [...orderProvokes, 'order/idempotent', 'lock/expires-in-future'] as const;

export default defineMerchantScenario({
  id: 'merchant/order-repeat',
  title: 'A locked basket can be ordered, and the same order sent again is the same order',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue', 'orders'],
  covers: [...orderCovers, 'lock/orderable'],
  provokes,
  async run(world) {
    let shown: number | undefined;
    const isLoadedAgain = !isLeftOut(world, 'the page of a locked basket loaded again');
    const first = await place(world, {}, async (ready) => {
      if (isLoadedAgain) shown = await reloaded(world, ready);
    });
    const started = await unlessUnmet(startedWith(world, first), (outcome) => {
      world.check('order/confirmed', outcome);
      for (const id of provokes) world.unprovoked(id, outcome);
      if (world.claims.lock) world.check('lock/orderable', outcome);
    });
    if (!started) return;
    const { order } = started;
    const lost =
      first.kind === 'declined' && shown !== undefined
        ? lockLost(world, { declined: first, shown, twin: order })
        : undefined;
    if (world.claims.lock) world.check('lock/orderable', lost ?? lockedOutcome(started));
    world.unprovoked('order/idempotent', await repeat(world, order.ready, order));
    // With baskets to spare, another scenario waits much longer without anybody waiting for it.
    if (!world.triggers.has('createBasket')) await world.clock.sleep(laterMs, world.signal);
    world.unprovoked('order/idempotent', await repeat(world, order.ready, order, { reordered: true }));
    // Whether a basket can be ordered twice is left open; a confirmation is of the oaOrderId it was asked for all the same.
    await world.merchant.order({ ...order.ready.order, oaOrderId: freshOrderId() }, { expect: 'any' });
  },
});

/** Where it was declined for being retrieved again, any other order does to go on with. */
const startedWith = async (world: OrderWorld, first: Placed): Promise<Started> => {
  if (first.kind === 'confirmed') return { order: first, declined: [] };
  if (first.kind === 'undecided') throw new Unmet(first.outcome);
  return await placeAny(world);
};

/** A locked basket that is declined, while the same order of one that is not locked is confirmed. */
const lockedOutcome = ({ order, declined }: Started): CheckOutcome => {
  if (order.ready.locked) return passed;
  const locked = declined.find(({ ready }) => ready.locked && ready.delivery === order.ready.delivery);
  if (locked === undefined) return notExercised('no locked basket was ordered');
  return failed({
    ...locked.finding,
    message:
      'A basket that had just been locked was not confirmed when it was ordered, while one that was not locked was; a lock holds the basket for this very order.',
    expected: `2xx with a confirmation, before the lock ends${
      locked.ready.basket.expiresAt === undefined ? '' : ` at ${locked.ready.basket.expiresAt}`
    }`,
  });
};
