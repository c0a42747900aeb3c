import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../memory.ts';
import type { UndiscountedBasket, UndiscountedLine } from './undiscounted.ts';

/** So many unlike quantities of a product have to cost the same. */
const telling = 3;
/** Of so many lines in a basket. */
const mostLines = 50;

interface Known {
  readonly linePrice: number;
  /** The unlike quantities at that price, and where. */
  readonly quantities: ReadonlyMap<number, number>;
}

/** Baskets without discounts, whose lines may stay at their price. */
export interface LinePriceThatStays {
  readonly see: (exchange: Exchange, basket: UndiscountedBasket) => Finding | undefined;
}

/**
 * Resources › BasketProduct › linePrice: the price of the products in the line. How it comes of the price of one is left open, and
 * three for the price of two are an offer. Where the basketValue is what all products come to one by one, there is none; a
 * line then that costs the same in three unlike quantities has its price from before.
 */
export const createLinePriceThatStays = (budget: ByteBudget): LinePriceThatStays => {
  const known = createMemory<Known>(budget, { most: 2_000 });
  const seeLine = (exchange: number, key: string, line: UndiscountedLine): Finding | undefined => {
    const { index, id, quantity, unitPrice, linePrice } = line;
    const before = known.get(key);
    const isSame = before?.linePrice === linePrice;
    const quantities = new Map([...(isSame ? before.quantities : []), [quantity, exchange] as const]);
    known.set(key, { linePrice, quantities });
    const isNew = !isSame || !before.quantities.has(quantity);
    // What no quantity comes to is a price of its own.
    const isOfOne = [...quantities.keys()].some((one) => one * unitPrice === linePrice);
    if (!isNew || !isOfOne || quantities.size !== telling) return undefined;
    return {
      message:
        'The linePrice of a product stays the same whatever its quantity, while the basketValue follows; work it out anew for every answer.',
      expected: `a linePrice of ${JSON.stringify(id)} that follows its quantity, as the basketValue does`,
      actual: `linePrice ${linePrice} of ${[...quantities.keys()].join(', of ')} at ${unitPrice}`,
      pointer: `/products/${index}/linePrice`,
      exchanges: [...quantities.values()],
      cause: 'price of a line that stays',
    };
  };
  return {
    see({ n }, { id, lines, basketValue, currency }) {
      const oneByOne = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
      if (basketValue !== oneByOne) return undefined;
      let finding: Finding | undefined;
      for (const line of lines.slice(0, mostLines)) {
        // A product that is split into lines has a price in each.
        const isSplit = lines.some((other) => other.index !== line.index && other.id === line.id);
        if (isSplit || line.quantity < 1 || line.unitPrice <= 0 || line.linePrice <= 0) continue;
        finding ??= seeLine(n, JSON.stringify([id, line.id, line.unitPrice, currency]), line);
      }
      return finding;
    },
  };
};
