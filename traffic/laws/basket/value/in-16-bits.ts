import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { grossOf, type PricedBasket } from '../answers.ts';
import { createLeftIn16Bits } from '../unit/left-in-16-bits.ts';

/** Values of baskets that are what is left of them in 16 bits. */
export interface WrappedValues {
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. How it comes of the lines is left open; where it is what they come to as long as
 * 16 bits hold that, it is not what 16 bits leave of it from there on.
 */
export const createWrappedValues = (): WrappedValues => {
  const left = createLeftIn16Bits();
  let isSummed = false;
  return {
    see({ n }, { basketValue, reduction, lines }) {
      const sum = grossOf(lines);
      if (reduction > 0 || sum <= 0) return undefined;
      if (basketValue === sum) isSummed = true;
      const exchanges = isSummed ? left.see(sum, basketValue, n) : undefined;
      return (
        exchanges && {
          message:
            'The basketValue ran over: it is what is left of the prices of the lines in a number of 16 bits. Calculate amounts in a wider number, or answer so many with QUANTITY_TOO_BIG.',
          expected: `basketValue ${sum}, as its lines come to`,
          actual: `basketValue ${basketValue}`,
          pointer: '/price/basketValue',
          exchanges,
          cause: 'value in 16 bits',
        }
      );
    },
  };
};
