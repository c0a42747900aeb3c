import { examine } from '../../../evidence/examine.ts';
import { defineMerchantLaw, notExercised } from '../../define.ts';
import { currencies } from './currencies.ts';
import { linePrices } from './line-prices.ts';
import { id } from './row.ts';
import { units } from './units.ts';

/** Resources › Conventions: amounts are in 1/100 of the currency unit, wherever they stand, in one currency and without running over. */
export const oneUnit = defineMerchantLaw({
  id: 'basket/one-unit',
  covers: [id],
  start: ({ budget, shop: { baskets } }) => {
    const rows = examine([...currencies, ...linePrices, ...units], baskets, budget);
    return {
      see(exchange) {
        const step = baskets.see(exchange);
        return step === undefined ? [] : rows.see(step);
      },
      end: (now) => [
        ...rows.end(now),
        notExercised(
          id,
          'no basket was answered twice with a product in common that costs anything',
          'merchant.fixtures.products.inStock',
        ),
      ],
    };
  },
});
