import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import { grossOf, type PricedBasket } from '../answers.ts';
import { inAnyOrder } from '../in-any-order.ts';

/** So many recalculations make known what contents are worth. */
const telling = 2;
const mostRetrievals = 40;

interface Worth {
  /** Not a number where they have been worth now this, now that. */
  readonly value: number;
  readonly times: number;
}

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
export const createValueOfAnother = (budget: ByteBudget): ValueOfAnother => {
  /** By contents, what recalculations and locks say. */
  const worth = createMemory<Worth>(budget, { most: 2_000 });
  let retrieved: readonly Retrieved[] = [];
  let suspected: { readonly off: number; readonly exchanges: readonly number[] } | undefined;
  return {
    see(exchange, { basketValue: value, lines, reduction }) {
      const contents = shortened(JSON.stringify([inAnyOrder(lines), reduction]));
      const own = worth.get(contents);
      if (exchange.call.name !== 'retrieval') {
        const isSame = own === undefined || own.value === value;
        worth.set(contents, { value: isSame ? value : Number.NaN, times: (own?.times ?? 0) + 1 });
        return undefined;
      }
      const gross = grossOf(lines);
      const others = retrieved;
      const now = { contents, sums: [gross, gross - reduction], exchange: exchange.n };
      retrieved = [...retrieved.filter((one) => one.contents !== contents), now].slice(-mostRetrievals);
      if (own === undefined || own.times < telling || Number.isNaN(own.value) || own.value === value) return undefined;
      const other = others.find((one) => one.contents !== contents && one.sums.includes(value));
      if (other === undefined || value <= 0 || now.sums.includes(value)) return undefined;
      const off = value - own.value;
      suspected ??= { off, exchanges: [other.exchange, exchange.n] };
      if (suspected.off === off) return undefined;
      const exchanges = [...new Set([...suspected.exchanges, other.exchange, exchange.n])];
      suspected = undefined;
      return {
        message:
          'Baskets were retrieved with the basketValue of another basket; keep nothing of a basket where requests share it, and work the value out from the lines it stands beside.',
        expected: `basketValue ${own.value}, as in each recalculation of these lines`,
        actual: `basketValue ${value}, which the lines of another basket come to that was retrieved before`,
        pointer: '/price/basketValue',
        exchanges: exchanges.toSorted((one, other) => one - other),
        cause: 'value of another basket in a retrieval',
      };
    },
  };
};
