import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { place, send } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { answerInWords } from '../../arrange/basket/open-basket.ts';
import { affordable, prepareOrder } from './prepared-order.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { readConfirmation } from '../../arrange/basket/read-basket.ts';
import { type Known, repeat, sameOrder } from './repeated-order.ts';

/** Copies of one order, each sent this long after the one before. */
interface Burst {
  readonly copies: number;
  readonly apartMs: number;
}

export default defineMerchantScenario({
  id: 'merchant/order-concurrency',
  title: 'Copies of one order that arrive at once become one order, and different orders stay apart',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  covers: [...orderCovers, 'order/idempotent-concurrently'],
  provokes: orderProvokes,
  async run(world) {
    const property = {
      name: 'copies-at-once',
      runs: affordable(world, { quick: 1, standard: 3, thorough: 12 }),
      attempt: (burst: Burst) => attempt(world, burst),
    };
    const bursts = fc.record({ copies: fc.integer({ min: 2, max: 5 }), apartMs: fc.constantFrom(0, 0, 1, 5, 20) });
    world.check('order/idempotent-concurrently', await holds(world, property, bursts));
    if (world.triggers.has('createBasket')) await twoAtOnce(world);
  },
});

const attempt = async (world: OrderWorld, { copies, apartMs }: Burst): Promise<CheckOutcome> => {
  const ready = await prepareOrder(world);
  if (ready.kind === 'blocked') return ready.outcome;
  const answers = await Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      if (copy * apartMs > 0) await world.clock.sleep(copy * apartMs, world.signal);
      return await world.merchant.order(ready.order, { expect: 'any' });
    }),
  );
  let known: Known | undefined;
  let worst: CheckOutcome = passed;
  for (const answer of answers) {
    if (answer.kind === 'unsent') return notExercised(answer.reason, answer.unlock);
    if (answer.kind === 'answered') {
      const { shopOrderId } = readConfirmation(answer.body);
      const one = { shopOrderId, exchange: answer.exchange };
      const outcome = known ? sameOrder(known, answer) : passed;
      if (outcome.status !== 'passed') return outcome;
      known ??= one;
    } else if (answer.kind === 'refused' && answer.status < 500) {
      worst = warned(declined(answer.exchange, answerInWords(answer), 'turned away'));
    }
  }
  if (known === undefined) return notExercised('none of the copies was confirmed');
  // A copy without an answer is a matter of the time limit: the platform comes back, as the last repeat does here.
  for (const answer of answers)
    if (answer.kind === 'unreadable' || (answer.kind === 'refused' && answer.status >= 500))
      return failed(declined(answer.exchange, answerInWords(answer), 'broken'));
  const later = await repeat(world, ready, known);
  return later.status === 'passed' ? worst : later;
};

/** Two customers order at the same moment. How long each takes is judged on every order. */
const twoAtOnce = async (world: OrderWorld): Promise<void> => {
  const [one, other] = [await prepareOrder(world), await prepareOrder(world)];
  if (one.kind === 'blocked' || other.kind === 'blocked') return;
  const [first, second] = await Promise.all([send(world, one), send(world, other)]);
  for (const placed of [first, second])
    if (placed.kind === 'declined' && (await place(world)).kind === 'confirmed')
      world.check('order/confirmed', failed({ ...placed.finding, message: declinedBeside }));
};

const declinedBeside =
  'An order was declined while another basket was ordered at the same moment, and one sent alone afterwards was confirmed; let different orders be placed side by side.';

const declined = (exchange: number, actual: string, cause: string) => ({
  message:
    'One of several copies of an order that arrived together was not answered with the order; let the copies wait for the first one and give its confirmation.',
  expected: '2xx with the same shopOrderId for every copy',
  actual,
  exchanges: [exchange],
  cause: `copy ${cause}`,
});
