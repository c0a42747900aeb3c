import type { Listed } from '#traffic/laws';
import { isCrash, mayRefuse } from './crashes.ts';
import { openBasket, type OpenBasket } from './open-basket.ts';
import { unlessUnmet } from '../../outcome.ts';
import { reducedBasket } from './products.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

type World = MerchantWorld<never>;

/** A basket with a product that is about to be removed. */
export const basketWith = async (world: World, { variants }: Listed): Promise<OpenBasket | undefined> => {
  const variant = variants.find(({ available }) => available);
  if (variant === undefined || !world.triggers.has('createBasket')) return undefined;
  const lines = [{ variantId: variant.id, quantity: 1 }];
  return await unlessUnmet(openBasket(world, { lines, linesRequired: true }));
};

/**
 * Endpoints › Merchant-hosted › 2: what is there no more has an error code, and costs nobody the rest of the basket. Whether a basket
 * with it may be refused is not stated; where it ends in a crash it is asked for once more, and that is charged to the call.
 */
export const useAgain = async (world: World, { basketId, basket }: OpenBasket): Promise<void> => {
  const page = await world.merchant.retrieve(basketId, { expect: 'any' });
  // Before a recalculation, which may leave the product out from then on.
  if (page.kind !== 'answered' && isCrash(page)) await world.merchant.retrieve(basketId);
  await mayRefuse(world, reducedBasket(basketId, basket));
};
