import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { recalculate } from '../../arrange/basket/basket-calls.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/**
 * The basket with something to choose from. Resources › Basket › deliveryOptions: an array, with no least number of
 * items, so that a shop may begin to offer delivery with the first recalculation.
 */
export const withDelivery = async (
  world: Pick<MerchantWorld<never>, 'merchant'>,
  opened: OpenBasket,
): Promise<OpenBasket> => {
  if (!opened.basket.offersNoDelivery || productsOf(opened.basket).length === 0) return opened;
  const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
  if (replied.kind === 'not-replied' || replied.basket.deliveryOptions?.length === 0) return opened;
  return { ...opened, basket: replied.basket };
};
