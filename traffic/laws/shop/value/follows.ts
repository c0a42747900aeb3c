import { lawByRows, ofPrices } from '../../by-rows.ts';
import { discountsLeftOut, discountsTwice } from './discounts-left-out.ts';
import { partialValues } from './partial-values.ts';
import { staleValues } from './stale-values.ts';
import { steadyValues } from './steady-values.ts';
import { valuesWhenShort } from './values-when-short.ts';

const requirement = 'basket/value-follows';

/** Ways to come to a wrong basketValue. What comes on top of the lines or off them is left open, so each needs unlike sights. */
const wrongValues = [
  ...partialValues,
  ...staleValues,
  ...valuesWhenShort,
  discountsLeftOut,
  discountsTwice,
  ...steadyValues,
].map((rule) => ofPrices({ ...rule, requirement, pointer: '/price/basketValue' }));

/**
 * Resources › BasketPrice › basketValue: the price of the basket. How it is made up of its lines, discounts and fees is left open, so
 * only a value is wrong that stays what it was however much goes in and out. A box may have one price whatever it is filled with:
 * where no value ever is what the lines come to, it is only pointed out.
 */
export const valueFollows = lawByRows(requirement, wrongValues, {
  [requirement]: ({ baskets }) =>
    baskets.isFree()
      ? ['every basketValue was 0']
      : ['no basket changed its contents and price during the run', 'merchant.fixtures.products.inStock'],
});
