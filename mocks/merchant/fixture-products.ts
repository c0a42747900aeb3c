import type { MerchantFixtures } from '#schemas';
import type { Assortment } from './shelves/assortment.ts';

/** Products beyond these are in the catalogue only. */
export const fixtureCount = 24;

/** Variants of the first products by what is in stock of them, for the configuration. */
export const fixtureProducts = (assortment: Assortment): NonNullable<MerchantFixtures['products']> => {
  const articles = Array.from({ length: Math.min(assortment.size, fixtureCount) }, (_, index) => assortment.at(index))
    .filter(({ delisted }) => !delisted)
    .map(({ variantIds: [id = ''], stock }) => ({ id, stock }));
  return {
    inStock: articles.filter(({ stock }) => stock === Number.POSITIVE_INFINITY).map(({ id }) => id),
    outOfStock: articles.filter(({ stock }) => stock === 0).map(({ id }) => id),
    limited: articles
      .filter(({ stock }) => stock > 0 && stock < Number.POSITIVE_INFINITY)
      .map(({ id, stock }) => ({ id, max: stock })),
  };
};
