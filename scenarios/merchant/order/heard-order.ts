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
