import type { ReducedBasket } from '#schemas';
import type { Answer, MerchantWorld } from '../../context/merchant.ts';
import { recalculate, type Replied } from './basket-calls.ts';

const unavailable = 503;

/** A status of the server's own, which refuses nothing: RFC 9110 15.6. Who sheds load says 503. */
export const isCrash = (
  answer: Exclude<Answer, { kind: 'answered' }>,
): answer is Extract<Answer, { kind: 'refused' }> =>
  answer.kind === 'refused' && answer.status >= 500 && answer.status !== unavailable;

/**
 * A recalculation that may be refused, since whether such a request may come is stated nowhere. Where it ends in a
 * crash it is sent once more, and that is charged to the call.
 */
export const mayRefuse = async (world: Pick<MerchantWorld, 'merchant'>, request: ReducedBasket): Promise<Replied> => {
  const replied = await recalculate(world, request, { expect: 'any' });
  return replied.kind === 'not-replied' && isCrash(replied.answer) ? await recalculate(world, request) : replied;
};
