import { broken, defineMerchantLaw, holds, untold, warned } from '../../define.ts';
import { pricedBasket, grossOf } from '../../../ledgers/shop/answers.ts';
import { examine } from '../../../evidence/examine.ts';
import { wrongValues } from './wrong-values.ts';
import { createDiscountLeftOut } from './discount-left-out.ts';
import { createPushedValue } from './pushed.ts';
import { createValueThatStays } from './that-stays.ts';

const id = 'basket/value-follows';

/**
 * Resources › BasketPrice › basketValue: the price of the basket. How it is made up of its lines, discounts and fees is left open, so
 * only a value is wrong that stays what it was however much goes in and out. A box may have one price whatever it is filled with:
 * where no value ever is what the lines come to, it is only pointed out.
 */
export const valueFollows = defineMerchantLaw({
  id: 'basket/value-follows',
  covers: [id],
  start: ({ budget, shop: { baskets } }) => {
    const wrong = examine(wrongValues, baskets, budget);
    const leftOut = createDiscountLeftOut(budget);
    const pushed = createPushedValue(budget);
    const staying = createValueThatStays(budget);
    /** Undefined until a basket whose lines cost something was answered. */
    let isFree: boolean | undefined;
    return {
      see(exchange) {
        const step = baskets.see(exchange);
        const [value] = step === undefined ? [] : wrong.see(step);
        if (value !== undefined) return [value];
        const found = leftOut.see(exchange) ?? pushed.see(exchange);
        if (found !== undefined) return [broken(id, found)];
        const basket = pricedBasket(exchange);
        if (basket === undefined || basket.isShort) return [];
        if (grossOf(basket.lines) > 0) isFree = (isFree ?? true) && basket.basketValue === 0;
        const followed = staying.see(exchange, basket);
        if (typeof followed !== 'boolean') return [broken(id, followed)];
        return followed ? [holds(id)] : [];
      },
      end: () => [
        ...staying
          .end()
          .map(({ isCertain, finding }) =>
            isCertain ? broken(id, finding) : warned(id, finding, 'it may be one price for whatever is in it'),
          ),
        isFree === true
          ? untold(id, 'every basketValue was 0, whatever its lines came to, so that none could follow them')
          : untold(
              id,
              'no basket was answered with contents that cost more or less than before, none of them short',
              'merchant.fixtures.products.inStock',
            ),
      ],
    };
  },
});
