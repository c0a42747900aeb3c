import type { Listed } from '#traffic/laws';
import type { MerchantWorld } from '../../../context/merchant.ts';

/**
 * How much of the fixtures depends on a product: 2 where how little there is of it is told, 1 where it is said to be in
 * stock, 0 where nobody counts on it.
 */
export const fixtureWeight =
  ({ fixtures }: Pick<MerchantWorld, 'fixtures'>): ((product: Listed) => 0 | 1 | 2) =>
  ({ variants }) => {
    const { inStock = [], outOfStock = [], limited = [] } = fixtures.products ?? {};
    const scarce = new Set([...outOfStock, ...limited.map(({ id }) => id)]);
    if (variants.some(({ id }) => scarce.has(id))) return 2;
    return variants.some(({ id }) => inStock.includes(id)) ? 1 : 0;
  };
