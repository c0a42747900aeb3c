import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { answeredBasket, hasError } from './answers.ts';
import { amountPairs } from './overflown-line.ts';

/** What a number of 16 bits holds. */
const range = 2 ** 16;

/** So many different amounts: of one it may be what an offer happens to come to, unless it takes nearly everything off. */
const telling = 2;
const beyondOffers = 16 * range;

/** Prices of lines that are what is left of them in 16 bits. */
export interface WrappedLines {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketProduct › linePrice, originalLinePrice: the price of the line. Several of them may cost less than so many times one, but not what
 * 16 bits leave of it, of one amount and then of another, or of one that is far beyond them.
 */
export const createWrappedLines = (): WrappedLines => {
  let seen: readonly { readonly product: number; readonly exchange: number }[] = [];
  return {
    see(exchange) {
      for (const [index, line] of (answeredBasket(exchange)?.lines ?? []).entries()) {
        if (hasError(line)) continue;
        for (const [one, all] of amountPairs) {
          const product = Number(line['quantity']) * Number(line[one]);
          if (!Number.isSafeInteger(product) || product < range || line[all] !== product % range) continue;
          if (seen.some((before) => before.product === product)) continue;
          seen = [...seen, { product, exchange: exchange.n }].slice(-telling);
          if (seen.length < telling && product < beyondOffers) continue;
          return {
            message:
              'The price of a line ran over: it is what is left of quantity and price in a number of 16 bits. Calculate amounts in a wider number, or answer so many with QUANTITY_TOO_BIG.',
            expected: `${all} ${product}, or an error code on the line`,
            actual: `${all} ${line[all]} of ${Number(line['quantity'])} at ${Number(line[one])}, and no error`,
            pointer: `/products/${index}/${all}`,
            exchanges: seen.map((before) => before.exchange),
            cause: 'price of a line in 16 bits',
          };
        }
      }
      return undefined;
    },
  };
};
