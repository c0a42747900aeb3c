import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { grossOf, type PricedBasket } from '../answers.ts';

/** 1,000.00 as it is written in words for people. */
const separated = 100_000;
const thousand = 1_000;

/** So many different sums. */
const telling = 2;

/** Values of baskets that are what stands before the separator of thousands. */
export interface ValueInThousands {
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. Where it is what the lines come to below a thousand, it is not one of a
 * thousand parts of that from there on: that is how "1,000.00" reads without what follows the comma.
 */
export const createValueInThousands = (): ValueInThousands => {
  let isSummed = false;
  let seen: readonly { readonly sum: number; readonly exchange: number }[] = [];
  return {
    see({ n }, { basketValue, reduction, lines }) {
      if (reduction > 0) return undefined;
      const sum = grossOf(lines);
      if (sum < separated) isSummed ||= sum > 0 && basketValue === sum;
      else if (basketValue === sum) seen = [];
      if (sum < separated || basketValue !== Math.floor(sum / thousand)) return undefined;
      if (seen.every((one) => one.sum !== sum)) seen = [...seen, { sum, exchange: n }].slice(-telling);
      if (!isSummed || seen.length < telling) return undefined;
      return {
        message:
          'A basketValue of a thousand and more is a thousandth of what the lines come to, while it is just that below; an amount that is written with a separator for people was read as a number.',
        expected: `basketValue ${sum}, as its lines come to`,
        actual: `basketValue ${basketValue}`,
        pointer: '/price/basketValue',
        exchanges: seen.map((one) => one.exchange),
        cause: 'value cut at its separator',
      };
    },
  };
};
