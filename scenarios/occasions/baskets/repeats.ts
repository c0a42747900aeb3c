import type { ReducedBasket } from '#schemas';
import { recalculate, type Replied } from '../../arrange/basket/basket-calls.ts';
import { oneMoreOfEach } from '../../arrange/basket/products.ts';
import { freshId } from '../../arrange/identity.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import type { Turn } from '../covering.ts';

/** What comes between a request and the same again: an odd and an even number of others, since some things alternate; never as many twice. */
const detours = [[5], [3, 2]] as const;

/** Sends what comes before a request, and gives the answer to the same request. */
export const sendBefore = async (
  world: Pick<MerchantWorld, 'merchant'>,
  request: ReducedBasket,
  { row: { repeat }, pick }: Turn,
): Promise<Replied | undefined> => {
  const send = async (products: ReducedBasket['products']): Promise<Replied> =>
    await recalculate(world, { ...request, requestId: freshId(), products }, { expect: 'any' });
  if (repeat === 'changed') await send(oneMoreOfEach(request.products));
  if (repeat !== 'again' && repeat !== 'verbatim' && repeat !== 'detour') return undefined;
  const before = await recalculate(world, request, { expect: 'any' });
  for (const quantity of repeat === 'detour' ? (detours[pick % detours.length] ?? []) : [])
    await send(request.products.map((asked) => ({ ...asked, quantity })));
  return before;
};
