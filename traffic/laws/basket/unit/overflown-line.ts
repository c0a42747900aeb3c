import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { answeredBasket, hasError } from '../../../ledgers/shop/answers.ts';
import { amountPairs } from './amount-pairs.ts';

/** What a number of 32 bits with a sign holds, and how far one is from the next that looks the same. */
const largest = 2 ** 31 - 1;
const range = 2 ** 32;

/**
 * Resources › BasketProduct › linePrice, originalLinePrice: the price of the line. How it comes of the price of one is left open, and so is
 * whether a line may cost less than nothing; one that is just as far from the product of the two as a number of 32 bits runs
 * over is no price at all.
 */
export const overflownLine = (exchange: Exchange): Finding | undefined => {
  for (const [index, line] of (answeredBasket(exchange)?.lines ?? []).entries()) {
    if (hasError(line)) continue;
    for (const [one, all] of amountPairs) {
      const [quantity, price, linePrice] = [Number(line['quantity']), Number(line[one]), Number(line[all])];
      if (!isOverflown(quantity * price, linePrice)) continue;
      return {
        message:
          'The price of a line ran over: it is what is left of quantity and price in a number of 32 bits. Calculate amounts in a wider number, or answer so many with QUANTITY_TOO_BIG.',
        expected: `${all} ${quantity * price}, or an error code on the line`,
        actual: `${all} ${linePrice} of ${quantity} at ${price}, and no error`,
        pointer: `/products/${index}/${all}`,
        exchanges: [exchange.n],
        cause: 'overflown price of a line',
      };
    }
  }
  return undefined;
};

const isOverflown = (product: number, linePrice: number): boolean =>
  product > largest && Number.isSafeInteger(product) && linePrice !== product && (product - linePrice) % range === 0;
