import { examine } from '../../../evidence/examine.ts';
import { defineMerchantLaw, notExercised } from '../../define.ts';
import { cutValues } from './cut-values.ts';
import { discountsLeftOut } from './discounts-left-out.ts';
import { partialValues } from './partial-values.ts';
import type { ValueRow } from './rule.ts';
import { staleValues } from './stale-values.ts';
import { steadyValues } from './steady-values.ts';
import { valuesWhenShort } from './values-when-short.ts';

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
    const rows = examine(wrongValues, baskets, budget);
    /** Undefined until a basket whose lines cost something was answered. */
    let isFree: boolean | undefined;
    return {
      see(exchange) {
        const step = baskets.see(exchange);
        if (step === undefined) return [];
        if (step.kind !== 'basketChange' && !step.isShort && step.gross > 0)
          isFree = (isFree ?? true) && step.value === 0;
        return rows.see(step);
      },
      end: (now) => [
        ...rows.end(now),
        isFree === true
          ? notExercised(id, 'every basketValue was 0, whatever its lines came to, so that none could follow them')
          : notExercised(
              id,
              'no basket was answered with contents that cost more or less than before, none of them short',
              'merchant.fixtures.products.inStock',
            ),
      ],
    };
  },
});

/** Ways to come to a wrong basketValue. What comes on top of the lines or off them is left open, so each needs unlike sights. */
const wrongValues = [
  ...cutValues,
  ...partialValues,
  ...staleValues,
  ...valuesWhenShort,
  discountsLeftOut,
  ...steadyValues,
].map((rule): ValueRow => ({ ...rule, requirement: 'basket/value-follows', pointer: '/price/basketValue' }));
