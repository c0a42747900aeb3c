import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { amountPairs } from './amount-pairs.ts';
import type { ChargedLine } from '../../../ledgers/shop/charged-lines.ts';
import type { UndiscountedBasket } from '../../../ledgers/shop/undiscounted.ts';

/** So many unlike quantities of a product have to cost the same. */
const telling = 3;
/** Of so many lines in a basket. */
const mostLines = 50;

/** What says that prices follow quantities where a pair of amounts stands, and whose line is the same one. */
interface Pair {
  readonly names: (typeof amountPairs)[number];
  readonly follows: (line: ChargedLine, basket: UndiscountedBasket) => boolean;
  readonly whose: (basket: UndiscountedBasket) => unknown;
  readonly beside: string;
}

const pairs: readonly Pair[] = [
  {
    names: amountPairs[0],
    follows: (_, { lines, basketValue }) =>
      basketValue === lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
    whose: ({ id }) => id,
    beside: 'basketValue',
  },
  {
    names: amountPairs[1],
    // What there was before a discount is no offer, be it in whichever basket of the same customer.
    follows: ({ quantity, unitPrice, linePrice }) => unitPrice > 0 && linePrice === quantity * unitPrice,
    whose: ({ users }) => users,
    beside: 'linePrice',
  },
];

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
 * Resources › BasketProduct › linePrice, originalLinePrice: the price of the products in the line. How it comes of the price of one is left
 * open, and three for the price of two are an offer. Where the basketValue is what all products come to one by one, there is none; a
 * line then that costs the same in three unlike quantities has its price from before. So has one whose linePrice follows, and the
 * price before the discount does not.
 */
export const createLinePriceThatStays = (budget: ByteBudget): LinePriceThatStays => {
  const known = createMemory<Known>(budget, { most: 2_000 });
  const seeLine = (
    exchange: number,
    key: string,
    { index, id, quantity, ...line }: ChargedLine,
    { names: [one, all], beside }: Pair,
  ): Finding | undefined => {
    const [unitPrice = 0, linePrice = 0] = [line[one], line[all]];
    if (unitPrice <= 0 || linePrice <= 0) return undefined;
    const before = known.get(key);
    const isSame = before?.linePrice === linePrice;
    const quantities = new Map([...(isSame ? before.quantities : []), [quantity, exchange] as const]);
    known.set(key, { linePrice, quantities });
    const isNew = !isSame || !before.quantities.has(quantity);
    // What no quantity comes to is a price of its own.
    const isOfOne = [...quantities.keys()].some((many) => many * unitPrice === linePrice);
    if (!isNew || !isOfOne || quantities.size !== telling) return undefined;
    return {
      message: `The ${all} of a product stays the same whatever its quantity, while the ${beside} follows; work it out anew for every answer.`,
      expected: `${all} of ${JSON.stringify(id)} that follows its quantity, as the ${beside} does`,
      actual: `${all} ${linePrice} of ${[...quantities.keys()].join(', of ')} at ${unitPrice}`,
      pointer: `/products/${index}/${all}`,
      exchanges: [...quantities.values()],
      cause: 'price of a line that stays',
    };
  };
  return {
    see({ n }, basket) {
      const { lines, currency } = basket;
      let finding: Finding | undefined;
      for (const line of lines.slice(0, mostLines)) {
        // A product that is split into lines has a price in each.
        const isSplit = lines.some((other) => other.index !== line.index && other.id === line.id);
        if (isSplit || line.quantity < 1) continue;
        for (const pair of pairs.filter(({ follows }) => follows(line, basket))) {
          const { names, whose } = pair;
          const key = JSON.stringify([names, whose(basket), line.id, line[names[0]], currency]);
          finding ??= seeLine(n, key, line, pair);
        }
      }
      return finding;
    },
  };
};
