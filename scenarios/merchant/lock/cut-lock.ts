import type { CheckOutcome, ReducedBasket } from '#schemas';
import { lock, type Replied } from '../../arrange/basket/basket-calls.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed } from '../../outcome.ts';
import { got, ownRequest, type Race } from './held-lock.ts';

/**
 * Endpoints › Merchant-hosted › 3: what is available is locked until the expiresAt of the answer, also where more was asked for. Another
 * basket that is given all of it right afterwards has what the first was promised, unless more has come in, which the first
 * would be given too. Only of a shop that sets aside what is locked whole.
 */
export const heldWhenCut = async (
  world: Pick<MerchantWorld, 'merchant' | 'clock'>,
  race: Pick<Race, 'id' | 'max' | 'held' | 'won' | 'lost'>,
): Promise<CheckOutcome | undefined> => {
  const { id, max, lost } = race;
  const own = ownRequest(race);
  const lockOf = async (request: ReducedBasket, quantity: number): Promise<Replied> => {
    const products = request.products.map((line) => (line.id === id ? { ...line, quantity } : line));
    return await lock(world, { ...request, requestId: freshId(), products }, { expect: 'any' });
  };
  const cut = await lockOf(own, max + 1);
  const fate = cut.kind === 'replied' ? lineOutcome(cut.basket, id, max + 1) : undefined;
  if (cut.kind !== 'replied' || fate?.kind !== 'reported' || fate.carries !== max) return undefined;
  const given = await lockOf(lost, max);
  const until = cut.basket.expiresAtMs ?? 0;
  if (given.kind !== 'replied' || !got(given, id, max) || until <= world.clock.now()) return undefined;
  const again = await lockOf(own, max);
  if (again.kind !== 'replied' || lineOutcome(again.basket, id, max).kind !== 'reported') return undefined;
  return failed({
    expected: `"${id}" with an error until ${cut.basket.expiresAt ?? 'expiresAt'}`,
    actual: `the other basket has quantity ${max} of it, without an error`,
    exchanges: [cut.exchange, given.exchange, again.exchange],
    cause: 'cut lock holds nothing',
  });
};
