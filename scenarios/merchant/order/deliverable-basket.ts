import type { CheckOutcome } from '#schemas';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { notExercised } from '../../outcome.ts';

type World = Pick<MerchantWorld<never>, 'merchant'>;

/**
 * The basket with something to choose from. Resources › Basket › deliveryOptions: an array, with no least number of
 * items, so that a shop may begin to offer delivery with the first recalculation.
 */
export const withDelivery = async (world: World, opened: OpenBasket): Promise<OpenBasket> => {
  if (!opened.basket.offersNoDelivery || productsOf(opened.basket).length === 0) return opened;
  const answer = await world.merchant.recalculate(reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
  const basket = answer.kind === 'answered' ? readBasket(answer.body) : undefined;
  return basket === undefined || (basket.deliveryOptions ?? []).length === 0 ? opened : { ...opened, basket };
};

/** So many times as much of each product; more would be sold out by the orders of a run. */
const timesAsMuch = [3, 9] as const;

/**
 * The same, for an order of however much: some shops deliver from a least value on, and a basket that was made for an order holds one
 * piece of one product.
 */
export const deliverable = async (world: World, opened: OpenBasket): Promise<OpenBasket> => {
  const once = await withDelivery(world, opened);
  const products = productsOf(opened.basket);
  if (!once.basket.offersNoDelivery || products.length === 0) return once;
  for (const times of timesAsMuch) {
    const more = products.map((product) => ({ ...product, quantity: product.quantity * times }));
    const request = reducedBasket(opened.basketId, opened.basket, { products: more });
    const answer = await world.merchant.recalculate(request, { expect: 'any' });
    const basket = answer.kind === 'answered' ? readBasket(answer.body) : undefined;
    const isOffered = (basket?.deliveryOptions ?? []).length > 0;
    if (basket && isOffered && productsOf(basket).length > 0) return { ...opened, basket };
  }
  return once;
};

export const noDelivery = (origin: OpenBasket['origin']): CheckOutcome =>
  origin === 'fixture'
    ? notExercised('the basket offers no delivery option', 'merchant.fixtures.baskets')
    : notExercised(
        `a basket of the products in merchant.fixtures.products.inStock offers no delivery option; put a product that can be delivered first in that list`,
        'merchant.fixtures.products.inStock',
      );
