import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../memory.ts';
import type { PricedBasket } from '../answers.ts';
import { contentsOf, type Worth } from './worth.ts';

/** So many retrievals are told of. */
const telling = 2;
const mostValues = 20;

/** A basket as its recalculations and retrievals have shown it. */
interface Known {
  readonly values: readonly { readonly contents: string; readonly value: number }[];
  /** The last recalculation or lock of it. */
  readonly changed: { readonly contents: string; readonly exchange: number } | undefined;
}

/** Baskets that are retrieved once they have been changed. */
export interface StaleValue {
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket, and not of what it held before. A retrieval with the lines of the last
 * change that has the value which other lines of the same basket had, where every recalculation of such lines, of whichever
 * basket, had another one, shows the two together that do not belong to each other.
 */
export const createStaleValue = (worth: Worth, budget: ByteBudget): StaleValue => {
  const baskets = createMemory<Known>(budget, { most: 2_000 });
  let found: readonly number[] = [];
  return {
    see(exchange, basket) {
      const { id, basketValue: value } = basket;
      const contents = contentsOf(basket);
      const { values, changed } = baskets.get(id) ?? { values: [], changed: undefined };
      const isRetrieval = exchange.call.name === 'retrieval';
      baskets.set(id, {
        values: [...values, { contents, value }].slice(-mostValues),
        changed: isRetrieval ? changed : { contents, exchange: exchange.n },
      });
      const own = worth.of(contents);
      if (!isRetrieval || own === undefined || own === value) return undefined;
      // Less than nothing is none by its schema, which tells so.
      const isOfBefore = value >= 0 && values.some((one) => one.contents !== contents && one.value === value);
      if (!isOfBefore || changed?.contents !== contents) return undefined;
      found = [...found, changed.exchange, exchange.n].slice(-2 * telling);
      if (found.length < 2 * telling) return undefined;
      const exchanges = found;
      found = [];
      return {
        message:
          'A basket was retrieved with the lines of its last change and with the basketValue that it had before; work the value out from the lines it stands beside.',
        expected: `basketValue ${own}, as in each recalculation of these lines`,
        actual: `basketValue ${value}, that of other lines of this basket`,
        pointer: '/price/basketValue',
        exchanges,
        cause: 'value of before in a retrieval',
      };
    },
  };
};
