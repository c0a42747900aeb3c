import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { madeAhead } from '../../arrange/prefetch.ts';
import { orderCovers, orderProvokes, type OrderWorld } from './order-echo.ts';
import { place } from './placed-order.ts';
import { defineMerchantScenario } from '../../define.ts';
import { answerInWords } from '../../arrange/basket/open-basket.ts';
import { affordable, prepareOrder, type ReadyOrder } from './prepared-order.ts';
import { mostRetries, sendUntilAnswered } from './heard-order.ts';
import { failed, notExercised } from '../../outcome.ts';
import { readConfirmation } from '../../arrange/basket/read-basket.ts';
import { type Known, repeat, sameOrder } from './repeated-order.ts';
import type { Answer } from '../../context/merchant.ts';

/** When the platform stopped listening: so long after sending, or as the answer's head arrived. */
const moments = [0, 'head', 1, 2, 5, 10, 20, 50, 120, 300] as const;
type Moment = (typeof moments)[number];

export default defineMerchantScenario({
  id: 'merchant/order-retry',
  title: 'An order sent again after the platform gave up waiting is that same order',
  phase: 'order',
  needs: ['merchant.basketUrl', 'merchant.orderUrl'],
  changes: ['catalogue'],
  touches: ['orders'],
  // So that nothing but time and the same order comes between an order and its repeat.
  covers: [...orderCovers, 'order/retry-after-silence'],
  provokes: orderProvokes,
  async run(world) {
    const runs = affordable(world, { quick: 2, standard: 4, thorough: 15 });
    const prepared = madeAhead(world, { planned: runs[world.effort] }, async () => await prepareOrder(world));
    const property = {
      name: 'hung-up-at-any-moment',
      runs,
      // Where no order is confirmed at all, one attempt tells as much as many.
      hopeless: declinedAnyway,
      attempt: async (hangUps: readonly Moment[]) => await attempt(world, await prepared(), hangUps),
    };
    const plans = fc.array(fc.constantFrom(...moments), { minLength: 1, maxLength: 3 });
    world.check('order/retry-after-silence', await holds(world, property, plans));
  },
});

const declinedAnyway = notExercised('the shop declined an order without a dropped connection as well');

const attempt = async (world: OrderWorld, ready: ReadyOrder, hangUps: readonly Moment[]): Promise<CheckOutcome> => {
  let heard: Known | undefined;
  for (const moment of hangUps) {
    const when = moment === 'head' ? { hangUpOnHead: true } : { hangUpAfterMs: moment };
    const answer = await world.merchant.order(ready.order, { expect: 'any', ...when });
    if (answer.kind === 'unsent') return notExercised(answer.reason, answer.unlock);
    // Hung up too late to miss it, so it counts as heard.
    if (answer.kind !== 'answered') continue;
    heard = { shopOrderId: readConfirmation(answer.body).shopOrderId, exchange: answer.exchange };
  }
  const retried = await sendUntilAnswered(world, ready.order);
  if (retried.kind === 'unsent') return notExercised(retried.reason, retried.unlock);
  if (retried.kind !== 'answered') return await declinedOutcome(world, retried);
  const first = heard ? sameOrder(heard, retried) : undefined;
  if (first && first.status !== 'passed') return first;
  const known = { shopOrderId: readConfirmation(retried.body).shopOrderId, exchange: retried.exchange };
  return await repeat(world, ready, known);
};

/** The positive twin: an order nobody hung up on. Where that is declined too, the retry is not what is wrong. */
const declinedOutcome = async (
  world: OrderWorld,
  answer: Exclude<Answer, { kind: 'answered' | 'unsent' }>,
): Promise<CheckOutcome> => {
  const twin = await place(world);
  if (twin.kind === 'undecided') return twin.outcome;
  if (twin.kind === 'declined') return declinedAnyway;
  return failed({
    expected: `2xx with a confirmation within ${mostRetries} retries, as for an order nobody hung up on`,
    actual: answerInWords(answer),
    exchanges: [twin.exchange, answer.exchange],
    cause: `retry ${answer.kind}`,
  });
};
