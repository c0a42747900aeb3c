import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { madeAhead } from '../../arrange/prefetch.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { place, send } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { affordable, prepareOrder, type ReadyOrder } from './prepared-order.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { readConfirmation } from '../../arrange/basket/read-basket.ts';
import { repeat } from './repeated-order.ts';
import type { MerchantPort } from '../../context/merchant.ts';

/** Copies of one order: two at once, so that some always meet, and each further one this long after the one before. */
interface Burst {
  readonly copies: number;
  readonly apartMs: number;
}

export default defineMerchantScenario({
  id: 'merchant/order-concurrency',
  title: 'Copies of one order that arrive at once become one order, and different orders stay apart',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue'],
  touches: ['orders'],
  // So that nothing but its copies comes between an order and its repeat.
  covers: orderCovers,
  provokes: [...orderProvokes, 'order/idempotent-concurrently'],
  async run(world) {
    const runs = affordable(world, { quick: 1, standard: 3, thorough: 12 });
    const prepared = madeAhead(world, { planned: runs[world.effort] }, async () => await prepareOrder(world));
    const property = {
      name: 'copies-at-once',
      runs,
      // Where no order is confirmed at all, one attempt tells as much as many.
      hopeless: noneConfirmed,
      attempt: async (burst: Burst) => await attempt(world, await prepared(), burst),
    };
    const bursts = fc.record({ copies: fc.integer({ min: 2, max: 5 }), apartMs: fc.constantFrom(0, 0, 1, 5, 20) });
    world.unprovoked('order/idempotent-concurrently', await holds(world, property, bursts));
    if (world.triggers.has('createBasket')) await twoAtOnce(world);
  },
});

const noneConfirmed = notExercised('none of the copies was confirmed');

const attempt = async (world: OrderWorld, ready: ReadyOrder, { copies, apartMs }: Burst): Promise<CheckOutcome> => {
  const answers = await world.merchant.atOnce(
    Array.from({ length: copies }, (_, copy) => async (merchant: MerchantPort) => {
      const afterMs = Math.max(0, copy - 1) * apartMs;
      if (afterMs > 0) await world.clock.sleep(afterMs, world.signal);
      return await merchant.order(ready.order, { expect: 'any' });
    }),
  );
  const unsent = answers.find(({ kind }) => kind === 'unsent');
  if (unsent?.kind === 'unsent') return notExercised(unsent.reason, unsent.unlock);
  const confirmed = answers.find(({ kind }) => kind === 'answered');
  if (confirmed?.kind !== 'answered') return noneConfirmed;
  // The platform comes back to what it heard no answer to.
  const { shopOrderId } = readConfirmation(confirmed.body);
  await repeat(world, ready, { shopOrderId, exchange: confirmed.exchange });
  return passed;
};

/** Two customers order at the same moment. How long each takes is judged on every order. */
const twoAtOnce = async (world: OrderWorld): Promise<void> => {
  const prepared = madeAhead(world, 2, async () => await prepareOrder(world));
  const [one, other] = [await unlessUnmet(prepared()), await unlessUnmet(prepared())];
  if (!one || !other) return;
  const both = [one, other].map((ready) => async (merchant: MerchantPort) => await send({ ...world, merchant }, ready));
  for (const placed of await world.merchant.atOnce(both))
    if (placed.kind === 'declined' && (await place(world)).kind === 'confirmed')
      world.check('order/confirmed', failed({ ...placed.finding, message: declinedBeside }));
};

const declinedBeside =
  'An order was declined while another basket was ordered at the same moment, and one sent alone afterwards was confirmed; let different orders be placed side by side.';
