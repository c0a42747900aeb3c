import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../memory.ts';
import { undiscountedBasket } from '../undiscounted.ts';
import { grossOf } from '../answers.ts';

/** So many unlike sums of baskets that begin alike, and so many beginnings. */
const tellingSums = 3;
const tellingFirst = 2;
const mostSums = 8;

/** Baskets that begin with the same line. */
interface Beginning {
  readonly value: number;
  /** By what the lines came to, where. */
  readonly sums: ReadonlyMap<number, number>;
}

/** Baskets whose value may be that of others with the same first line. */
export interface ValueByFirstLine {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. What comes on top of the lines, or off them, is left open, and so is what is
 * given away with some product. Where all baskets that begin with the same line have one value, and that is what the lines of one of them come
 * to, while those of others come to less, so that too much is paid, and to more, it is a value of another basket: as long as
 * that holds for several first lines, at unlike values, and nowhere else. A box, or a least price, has no value of such lines.
 */
export const createValueByFirstLine = (budget: ByteBudget): ValueByFirstLine => {
  const beginnings = createMemory<Beginning>(budget, { most: 500 });
  const told = new Map<string, Beginning>();
  let isOver = false;
  return {
    see({ n, ...exchange }) {
      const basket = isOver ? undefined : undiscountedBasket({ n, ...exchange });
      const [first] = basket?.lines ?? [];
      if (basket === undefined || first === undefined) return undefined;
      const { basketValue: value, currency, lines, users } = basket;
      if (value <= 0 || first.quantity < 1) return undefined;
      const sum = grossOf(lines);
      // A customer may have prices, and something to their credit, of their own.
      const key = JSON.stringify([first.id, first.quantity, first.unitPrice, currency, users]);
      const before = beginnings.get(key);
      isOver = before !== undefined && before.value !== value;
      if (isOver) return undefined;
      const sums = new Map([...(before?.sums ?? []), [sum, before?.sums.get(sum) ?? n] as const]);
      if (sums.size > mostSums) return undefined;
      const now = { value, sums };
      beginnings.set(key, now);
      if (!isTelling(now)) return undefined;
      told.set(key, now);
      const all = [...told.values()];
      const values = new Set(all.map((one) => one.value));
      if (values.size < tellingFirst || !all.some(isOnBothSides)) return undefined;
      isOver = true;
      const exchanges = all.flatMap((one) => [...one.sums.values()].slice(0, tellingSums));
      return {
        message:
          'Baskets without a discount that begin with the same line have one value, whatever else they hold; work the basketValue out from all lines that stand in the basket.',
        expected: `basketValue ${sum}, that of its lines`,
        actual: `basketValue ${value}, as of each basket that begins with ${first.quantity} of ${JSON.stringify(first.id)}, whose lines come to ${[...sums.keys()].join(', ')}`,
        pointer: '/price/basketValue',
        exchanges,
        cause: 'value by the first line',
      };
    },
  };
};

/** The value is that of some of them. */
const isTelling = ({ value, sums }: Beginning): boolean => sums.size >= tellingSums && sums.has(value);

const isOnBothSides = ({ value, sums }: Beginning): boolean =>
  Math.min(...sums.keys()) < value && value < Math.max(...sums.keys());
