import { broken, defineMerchantLaw, holds, untold, warned } from '../../define.ts';
import { pricedBasket, grossOf } from '../answers.ts';
import { createDiscountLeftOut } from './discount-left-out.ts';
import { createLateValue } from './late.ts';
import { createPartOfValue } from './of-some-lines.ts';
import { createValueOfAnother } from './of-another.ts';
import { createPushedValue } from './pushed.ts';
import { createStaleValue } from './stale.ts';
import { createValueByFirstLine } from './by-first-line.ts';
import { createValueInThousands } from './in-thousands.ts';
import { createValueOfFirstLines } from './of-first-lines.ts';
import { createValueThatStays } from './that-stays.ts';
import { createValueOfNone } from './of-none.ts';
import { createValueWhenShort } from './when-short.ts';
import { createWorth } from './worth.ts';
import { createWorthlessWhenShort } from './worthless-when-short.ts';
import { createWrappedValues } from './in-16-bits.ts';

const id = 'basket/value-follows';

/**
 * Resources › BasketPrice › basketValue: the price of the basket. How it is made up of its lines, discounts and fees is left open, so
 * only a value is wrong that stays what it was however much goes in and out. A box may have one price whatever it is filled with:
 * where no value ever is what the lines come to, it is only pointed out.
 */
export const valueFollows = defineMerchantLaw({
  id: 'basket/value-follows',
  covers: [id],
  start: ({ budget }) => {
    const worth = createWorth(budget);
    const lateValue = createLateValue(budget);
    const staleValue = createStaleValue(worth, budget);
    const partOfValue = createPartOfValue(budget);
    const firstLines = createValueOfFirstLines(budget);
    const byFirstLine = createValueByFirstLine(budget);
    const ofNone = createValueOfNone(budget);
    const worthless = createWorthlessWhenShort(budget);
    const leftOut = createDiscountLeftOut(budget);
    const pushed = createPushedValue(budget);
    const ofAnother = createValueOfAnother(worth);
    const ofShort = createValueWhenShort();
    const inThousands = createValueInThousands();
    const wrapped = createWrappedValues();
    const staying = createValueThatStays(budget);
    /** Undefined until a basket whose lines cost something was answered. */
    let isFree: boolean | undefined;
    return {
      see(exchange) {
        const whenShort = worthless.see(exchange) ?? ofShort.see(exchange);
        if (whenShort !== undefined) return [broken(id, whenShort)];
        const [without, ofBefore] = [leftOut.see(exchange), pushed.see(exchange)];
        if (without !== undefined) return [broken(id, without)];
        if (ofBefore !== undefined) return [broken(id, ofBefore)];
        const basket = pricedBasket(exchange);
        const over = basket && wrapped.see(exchange, basket);
        if (over !== undefined) return [broken(id, over)];
        if (basket === undefined || basket.isShort) return [];
        const cut = inThousands.see(exchange, basket);
        if (cut !== undefined) return [broken(id, cut)];
        const views = [
          ...[staleValue, lateValue, ofAnother].map((view) => view.see(exchange, basket)),
          ...[partOfValue, firstLines, byFirstLine, ofNone].map((view) => view.see(exchange)),
        ];
        worth.see(exchange, basket);
        const [wrong] = views.filter((one) => one !== undefined);
        if (wrong !== undefined) return [broken(id, wrong)];
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
