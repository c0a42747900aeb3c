import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { grossOf, type PricedBasket } from '../answers.ts';
import { contentsOf, type Worth } from './worth.ts';

const mostRetrievals = 40;

interface Retrieved {
  readonly contents: string;
  /** What its lines come to, before and after the discounts. */
  readonly sums: readonly number[];
  readonly exchange: number;
}

/** Retrievals at the price of another basket. */
export interface ValueOfAnother {
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. A retrieval may hold what recalculations leave out, such as a fee; one
 * whose value is what the lines of another basket come to, retrieved before it, shows that one's price, where every
 * recalculation of its own lines had another. A fee of just that size is no chance twice: the second time it has to be off by
 * something else.
 */
export const createValueOfAnother = (worth: Worth): ValueOfAnother => {
  let retrieved: readonly Retrieved[] = [];
  let suspected: { readonly off: number; readonly exchanges: readonly number[] } | undefined;
  return {
    see(exchange, basket) {
      if (exchange.call.name !== 'retrieval') return undefined;
      const { basketValue: value, lines, reduction } = basket;
      const contents = contentsOf(basket);
      const own = worth.of(contents);
      const gross = grossOf(lines);
      const others = retrieved;
      const now = { contents, sums: [gross, gross - reduction], exchange: exchange.n };
      retrieved = [...retrieved.filter((one) => one.contents !== contents), now].slice(-mostRetrievals);
      if (own === undefined || own === value) return undefined;
      const other = others.find((one) => one.contents !== contents && one.sums.includes(value));
      if (other === undefined || value <= 0 || now.sums.includes(value)) return undefined;
      const off = value - own;
      suspected ??= { off, exchanges: [other.exchange, exchange.n] };
      if (suspected.off === off) return undefined;
      const exchanges = [...new Set([...suspected.exchanges, other.exchange, exchange.n])];
      suspected = undefined;
      return {
        message:
          'Baskets were retrieved with the basketValue of another basket; keep nothing of a basket where requests share it, and work the value out from the lines it stands beside.',
        expected: `basketValue ${own}, as in each recalculation of these lines`,
        actual: `basketValue ${value}, which the lines of another basket come to that was retrieved before`,
        pointer: '/price/basketValue',
        exchanges: exchanges.toSorted((one, other) => one - other),
        cause: 'value of another basket in a retrieval',
      };
    },
  };
};
