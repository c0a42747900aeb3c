import { recalculate, type Replied } from '../../arrange/basket/basket-calls.ts';
import { type OpenBasket, openBasket } from '../../arrange/basket/open-basket.ts';
import { type Asked, reducedBasket, type Product, productsOf } from '../../arrange/basket/products.ts';
import type { ReadBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome, isAsAsked, type Fate } from '../../arrange/basket/reflection.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import type { Finding } from '#schemas';
import { shownBy, unlessUnmet } from '../../outcome.ts';

/**
 * Resources › BasketProduct › error: set where a request cannot be accommodated, which may be for the basket as a whole: so many pieces,
 * so much weight or money at once. Whether this product has an error because another, of which more was asked for than was scanned,
 * took all the room: it is there as asked alone, and still not beside as many of the other as were given.
 */
export const isCrowdedOut = async (
  world: Pick<MerchantWorld, 'merchant'>,
  opened: OpenBasket,
  answer: ReadBasket,
  {
    asked,
    held,
    product,
  }: { readonly asked: readonly Asked[]; readonly held: readonly Asked[]; readonly product: Asked },
): Promise<boolean> => {
  const given = asked.flatMap((one) => {
    if (one.id === product.id) return [one];
    const quantity = givenOf(answer, one);
    return quantity > 0 ? [{ ...one, quantity }] : [];
  });
  const heldOf = (id: string): number => held.find((one) => one.id === id)?.quantity ?? 0;
  const isMore = asked.some((one) => one.id !== product.id && one.quantity > heldOf(one.id));
  if (!isMore || given.length < 2) return false;
  const ask = (products: readonly Asked[]): Promise<Replied | { readonly kind: 'not-replied' }> =>
    recalculate(world, reducedBasket(opened.basketId, opened.basket, { products }), { expect: 'any' });
  const together = await ask(given);
  if (together.kind !== 'replied' || given.every((one) => isAsAsked(together.basket, one))) return false;
  const alone = await ask([product]);
  return alone.kind === 'replied' && isAsAsked(alone.basket, product);
};

const givenOf = (answer: ReadBasket, { id, quantity }: Asked): number => {
  const fate = lineOutcome(answer, id, quantity);
  if (fate.kind === 'as-asked') return quantity;
  return fate.kind === 'reported' ? (fate.carries ?? 0) : 0;
};

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
