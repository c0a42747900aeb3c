import type { Finding } from '#schemas';
import { recalculate } from '../../arrange/basket/basket-calls.ts';
import { openBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, type Product, productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { type Fate, isAsAsked } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { shownBy, unlessUnmet } from '../../outcome.ts';

/**
 * Whether a quantity that was answered with an error is sold to a basket that is made with it. Resources › BasketProduct ›
 * error: set where a request cannot be accommodated. What was scanned may have been sold to somebody else since; and fewer
 * than a least quantity, or than a pack holds, cannot be sold either.
 */
export const isSoldElsewhere = async (
  world: MerchantWorld<never>,
  held: readonly Product[],
  { product, fate }: { readonly product: Asked; readonly fate: Fate['kind'] },
): Promise<'yes' | 'no' | 'unknown'> => {
  const { id, quantity } = product;
  if (fate !== 'reported') return 'yes';
  const isFewer = quantity < (held.find((one) => one.id === id)?.quantity ?? 0);
  const opened = world.triggers.has('createBasket')
    ? await unlessUnmet(openBasket(world, { lines: [{ variantId: id, quantity }], linesRequired: true }))
    : undefined;
  if (opened === undefined) return isFewer ? 'unknown' : 'yes';
  if (!productsOf(opened.basket).some((one) => one.id === id && one.quantity === quantity)) return 'no';
  if (!isFewer) return 'yes';
  const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket), { expect: 'any' });
  return replied.kind === 'replied' && isAsAsked(replied.basket, product) ? 'yes' : 'no';
};

export const tooFew = (finding: Finding): Finding => ({
  ...shownBy(finding),
  cause: 'error on fewer than were scanned',
});
