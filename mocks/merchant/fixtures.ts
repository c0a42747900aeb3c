import type { MerchantFixtures } from '#schemas';
import { type Assortment, plenty } from './inventory/assortment.ts';

/** Products beyond these are in the catalogue only. */
export const fixtureCount = 24;

/** Variants of the first products by what is in stock of them, for the configuration. */
export const fixtureProducts = (assortment: Assortment): NonNullable<MerchantFixtures['products']> => {
  const articles = Array.from({ length: Math.min(assortment.size, fixtureCount) }, (_, index) => assortment.at(index))
    .filter(({ delisted }) => !delisted)
    .map(({ variantIds: [id = ''], stock }) => ({ id, stock }));
  return {
    inStock: articles.filter(({ stock }) => stock >= plenty).map(({ id }) => id),
    outOfStock: articles.filter(({ stock }) => stock === 0).map(({ id }) => id),
    limited: articles.filter(({ stock }) => stock > 0 && stock < plenty).map(({ id, stock }) => ({ id, max: stock })),
  };
};

/** The codes of a shop by what it says to them. */
export type DiscountCodes = Required<NonNullable<MerchantFixtures['discountCodes']>>;
