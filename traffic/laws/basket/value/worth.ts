import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import type { PricedBasket } from '../answers.ts';
import { inAnyOrder } from '../in-any-order.ts';

/** So many answers make known what contents are worth. */
const telling = 2;

/** What recalculations and locks say that contents are worth, of whichever basket. */
export interface Worth {
  readonly see: (exchange: Exchange, basket: PricedBasket) => void;
  /** Undefined as long as it is not known, and where they have been worth now this, now that. */
  readonly of: (contents: string) => number | undefined;
}

export const createWorth = (budget: ByteBudget): Worth => {
  const known = createMemory<{ readonly value: number; readonly times: number }>(budget, { most: 2_000 });
  return {
    see(exchange, basket) {
      if (exchange.call.name === 'retrieval') return;
      const contents = contentsOf(basket);
      const { basketValue } = basket;
      const { value = basketValue, times = 0 } = known.get(contents) ?? {};
      known.set(contents, { value: value === basketValue ? value : Number.NaN, times: times + 1 });
    },
    of(contents) {
      const { value = Number.NaN, times = 0 } = known.get(contents) ?? {};
      return times < telling || Number.isNaN(value) ? undefined : value;
    },
  };
};

/** All that a value may depend on. */
export const contentsOf = ({ lines, reduction }: PricedBasket): string =>
  shortened(JSON.stringify([inAnyOrder(lines), reduction]));
