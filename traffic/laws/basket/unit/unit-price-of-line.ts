import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { amountPairs } from './amount-pairs.ts';
import type { ChargedLine } from '../../../ledgers/shop/charged-lines.ts';
import type { UndiscountedBasket } from '../../../ledgers/shop/undiscounted.ts';

/** In so many unlike quantities a single one has the price of all; of one it may be an accident. */
const telling = 2;
/** Of so many lines in a basket. */
const mostLines = 50;

interface Known {
  /** What one costs where there is one. */
  readonly price: number;
  readonly exchange: number;
  /** The unlike quantities of which one costs as much as all, and where. */
  readonly quantities: ReadonlyMap<number, number>;
  /** Of some quantity it costs something else: an offer, or another price. */
  readonly isOther: boolean;
}

/** Baskets without discounts, in whose lines the price of one may be that of all. */
export interface UnitPriceOfLine {
  readonly see: (exchange: Exchange, basket: UndiscountedBasket) => Finding | undefined;
}

/**
 * Resources › BasketProduct › unitPrice, originalUnitPrice: the price of a single product. It may be another one in other quantities, so
 * only one that is exactly as many times the price of one as there are in the line, in whichever quantity, says that it is the line's.
 */
export const createUnitPriceOfLine = (budget: ByteBudget): UnitPriceOfLine => {
  const known = createMemory<Known>(budget, { most: 2_000 });
  const seeLine = (
    exchange: number,
    key: string,
    { index, id, quantity, ...line }: ChargedLine,
    [one, all]: (typeof amountPairs)[number],
  ): Finding | undefined => {
    const [unitPrice = 0, linePrice] = [line[one], line[all]];
    if (quantity < 1 || unitPrice <= 0) return undefined;
    const before = known.get(key);
    if (quantity === 1) {
      const single = { price: unitPrice, exchange, quantities: new Map(), isOther: false };
      if (before?.price !== unitPrice) known.set(key, single);
      return undefined;
    }
    if (before === undefined || before.isOther) return undefined;
    if (unitPrice !== quantity * before.price || linePrice !== unitPrice) {
      known.set(key, { ...before, isOther: true });
      return undefined;
    }
    const quantities = new Map([...before.quantities, [quantity, exchange] as const]);
    known.set(key, { ...before, quantities });
    if (quantities.size !== telling || before.quantities.has(quantity)) return undefined;
    const prices = [...quantities.keys()].map((many) => `${many * before.price} where there are ${many}`);
    return {
      message: `The ${one} of a product is the price of the whole line; ${one} is the price of a single product, in whichever quantity it is bought, and ${all} that of all of them.`,
      expected: `${one} ${before.price} of ${JSON.stringify(id)}, as where there is one`,
      actual: `${one} ${prices.join(', and ')}`,
      pointer: `/products/${index}/${one}`,
      exchanges: [before.exchange, ...quantities.values()],
      cause: 'price of the line as that of one',
    };
  };
  return {
    see({ n }, { lines, currency, users }) {
      let finding: Finding | undefined;
      for (const line of lines.slice(0, mostLines)) {
        for (const pair of amountPairs)
          finding ??= seeLine(n, JSON.stringify([pair, line.id, currency, users]), line, pair);
      }
      return finding;
    },
  };
};
