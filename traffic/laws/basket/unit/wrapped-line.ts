import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { answeredBasket, hasError } from '../../../ledgers/shop/answers.ts';
import { createLeftIn16Bits } from './left-in-16-bits.ts';
import { amountPairs } from './amount-pairs.ts';

/** Prices of lines that are what is left of them in 16 bits. */
export interface WrappedLines {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketProduct › linePrice, originalLinePrice: the price of the line. Several of them may cost less than so many times one, but not what
 * 16 bits leave of it, of one amount and then of another, or of one that is far beyond them.
 */
export const createWrappedLines = (): WrappedLines => {
  const left = createLeftIn16Bits();
  return {
    see(exchange) {
      for (const [index, line] of (answeredBasket(exchange)?.lines ?? []).entries()) {
        if (hasError(line)) continue;
        for (const [one, all] of amountPairs) {
          const product = Number(line['quantity']) * Number(line[one]);
          const exchanges = left.see(product, line[all], exchange.n);
          if (exchanges === undefined) continue;
          return {
            message:
              'The price of a line ran over: it is what is left of quantity and price in a number of 16 bits. Calculate amounts in a wider number, or answer so many with QUANTITY_TOO_BIG.',
            expected: `${all} ${product}, or an error code on the line`,
            actual: `${all} ${Number(line[all])} of ${Number(line['quantity'])} at ${Number(line[one])}, and no error`,
            pointer: `/products/${index}/${all}`,
            exchanges,
            cause: 'price of a line in 16 bits',
          };
        }
      }
      return undefined;
    },
  };
};
