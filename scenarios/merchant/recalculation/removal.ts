import type { Finding } from '#schemas';
import type { Chosen } from './choices.ts';
import { type Asked, type Product, reducedBasket } from '../../arrange/basket/products.ts';
import { recalculate } from '../../arrange/basket/basket-calls.ts';
import type { OpenBasket } from '../../arrange/basket/open-basket.ts';
import { stillSold } from '../../arrange/basket/reflection.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/** The product that was left out of the request, or asked for with quantity 0, and is still sold in the answer. */
export const leftover = (answer: ReadBasket, removed: readonly Product[]): Product | undefined =>
  removed.find((product) => stillSold(answer, product.id) !== undefined);

export const removalFinding = (
  answer: ReadBasket,
  product: Product,
  { asked }: Pick<Chosen, 'asked'>,
  exchanges: readonly number[],
): Finding => {
  const isNamed = asked.some(({ id }) => id === product.id);
  return {
    expected: `no "${product.id}", or quantity 0`,
    actual: `"${product.id}" with quantity ${stillSold(answer, product.id)?.quantity ?? 'unknown'}`,
    pointer: stillSold(answer, product.id)?.pointer ?? '/products',
    exchanges,
    cause: isNamed ? 'quantity 0 still sold' : 'removed product still there',
  };
};

/**
 * Left out alone, a deposit or a service rightly comes back. For any not known to be sold by itself the opposite is
 * tried: when it alone is kept, the rest must go.
 */
export const provesStuck = async (
  world: Pick<MerchantWorld, 'merchant' | 'fixtures'>,
  opened: OpenBasket,
  kept: readonly Asked[],
  id: string,
): Promise<
  { readonly kind: 'stuck'; readonly exchanges: readonly number[] } | { readonly kind: 'belongs-to-another' }
> => {
  if (world.fixtures.products?.inStock?.includes(id)) return { kind: 'stuck', exchanges: [] };
  const opposite = reducedBasket(opened.basketId, opened.basket, { products: [{ id, quantity: 1 }] });
  const replied = await recalculate(world, opposite, { expect: 'any' });
  if (replied.kind === 'not-replied') return { kind: 'belongs-to-another' };
  return kept.every((product) => stillSold(replied.basket, product.id))
    ? { kind: 'stuck', exchanges: [replied.exchange] }
    : { kind: 'belongs-to-another' };
};
