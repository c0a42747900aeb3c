import type { OrderPlacement } from '#schemas';
import type { Answer, MerchantWorld } from '../../context/merchant.ts';

/** Sooner than that no answer is due, so that it was the connection. */
const lostMs = 4_000;

/** Orders, and once more where the connection was lost on the way: a platform repeats what it heard no answer to. */
export const orderHeard = async (
  world: Pick<MerchantWorld<never>, 'merchant'>,
  order: OrderPlacement,
): Promise<Answer> => {
  const answer = await world.merchant.order(order, { expect: 'any' });
  return answer.kind === 'silent' && answer.durationMs < lostMs
    ? await world.merchant.order(order, { expect: 'any' })
    : answer;
};

/** A first try under way may be turned away for a while: the platform comes back a few times. */
const waitsMs = [50, 500, 2_000, 6_000] as const;
export const mostRetries = waitsMs.length;

/** Sends an order nobody heard an answer to again, until one comes. */
export const sendUntilAnswered = async (
  world: Pick<MerchantWorld<never>, 'clock' | 'merchant' | 'signal'>,
  order: OrderPlacement,
): Promise<Answer> => {
  let answer: Answer | undefined;
  for (const waitMs of waitsMs) {
    await world.clock.sleep(waitMs, world.signal);
    answer = await world.merchant.order(order, { expect: 'any' });
    if (answer.kind === 'answered' || answer.kind === 'unsent') return answer;
  }
  if (answer === undefined) throw new Error('no wait, no retry');
  return answer;
};
