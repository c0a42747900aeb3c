import type { ReducedBasket } from '#schemas';
import { lock, type Replied } from '../../arrange/basket/basket-calls.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import type { Promised } from './both-ordered.ts';
import { got } from './held-lock.ts';

/** The one that came second is told of a part that is available beside all that the first has: it takes that part. */
export const restLocked = async (
  world: Pick<MerchantWorld, 'merchant' | 'claims'>,
  { opened, request }: { readonly opened: OpenBasket; readonly request: ReducedBasket },
  replied: Replied | undefined,
  id: string,
): Promise<Promised | undefined> => {
  const fate = replied?.kind === 'replied' ? lineOutcome(replied.basket, id, 0) : undefined;
  const quantity = fate?.kind === 'reported' ? (fate.carries ?? 0) : 0;
  if (quantity <= 0 || !world.claims.orders) return undefined;
  const products = request.products.map((line) => (line.id === id ? { ...line, quantity } : line));
  const again = await lock(world, { ...request, requestId: freshId(), products }, { expect: 'any' });
  return again.kind === 'replied' && got(again, id, quantity)
    ? { opened, basket: again.basket, exchange: again.exchange }
    : undefined;
};
