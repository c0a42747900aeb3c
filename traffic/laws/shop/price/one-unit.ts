import { lawByRows, ofPrices } from '../../by-rows.ts';
import { catalogueUnit } from './catalogue-unit.ts';
import { currencies } from './currencies.ts';
import { linePrices } from './line-prices.ts';
import { id } from './row.ts';
import { units } from './units.ts';

/** Resources › Conventions: amounts are in 1/100 of the currency unit, wherever they stand, in one currency and without running over. */
export const oneUnit = lawByRows(
  'basket/one-unit',
  [...[...currencies, ...linePrices, ...units].map(ofPrices), catalogueUnit],
  {
    [id]: [
      'no product with a price above 0 was shown in two answers about a basket',
      'merchant.fixtures.products.inStock',
    ],
  },
);
