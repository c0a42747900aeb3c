import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import type { ChargedLine } from '../charged-lines.ts';
import { undiscountedBasket } from '../undiscounted.ts';
import { grossOf } from '../answers.ts';

/** So many unlike contents. */
const telling = 3;
const mostTold = 8;
/** Of so many lines in a basket. */
const mostLines = 50;

/** Contents that are worth the price of their first lines, and not that of the lines after them. */
interface Short {
  readonly contents: string;
  readonly exchange: number;
  /** Of which more than half is left out. */
  readonly isMinor: boolean;
  /** One that is left out costs more than one that counts. */
  readonly hasDearer: boolean;
  readonly leftOut: readonly string[];
}

/** Baskets whose last lines may not count. */
export interface ValueOfFirstLines {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. What comes on top of the lines, or off them, is left open, and so is
 * what is given away with so many. Without a discount, a basket that is worth exactly its first lines has the others for
 * nothing: where that is so of unlike contents, of one in which the others come to more than half, for a product that is paid
 * for where it stands elsewhere, and no basket of as many lines is worth all of them, the sum ends too early.
 */
export const createValueOfFirstLines = (budget: ByteBudget): ValueOfFirstLines => {
  /** Products at a price that somebody has paid. */
  const paid = createMemory<true>(budget, { most: 2_000 });
  let mostWhole = 0;
  let fewestShort = Number.POSITIVE_INFINITY;
  let found: readonly Short[] = [];
  const findingOf = (value: number, lines: readonly ChargedLine[]): Finding => {
    const exchanges = found.map(({ exchange }) => exchange);
    found = [];
    return {
      message:
        'Baskets of several lines, without a discount, are worth exactly what their first lines come to, whichever products stand last; add up all lines.',
      expected: `basketValue ${grossOf(lines)}, that of all lines`,
      actual: `basketValue ${value}, of lines at ${lines.map(({ linePrice }) => linePrice).join(', ')}`,
      pointer: '/price/basketValue',
      exchanges,
      cause: 'value of the first lines',
    };
  };
  return {
    see(exchange) {
      const { lines: all = [], basketValue: value, currency, users } = undiscountedBasket(exchange) ?? {};
      const lines = all.filter(({ linePrice }) => linePrice !== 0);
      if (value === undefined || lines.length > mostLines || lines.some(({ linePrice }) => linePrice < 0))
        return undefined;
      const count = firstLines(value, lines);
      if (count === 0) return undefined;
      const keyOf = ({ id, unitPrice }: ChargedLine): string => JSON.stringify([id, unitPrice, currency, users]);
      for (const line of lines.slice(0, count)) paid.set(keyOf(line), true);
      if (count === lines.length) mostWhole = Math.max(mostWhole, count);
      else {
        fewestShort = Math.min(fewestShort, lines.length);
        const short: Short = {
          contents: shortened(JSON.stringify([lines, currency, users])),
          exchange: exchange.n,
          isMinor: 2 * value < grossOf(lines),
          hasDearer: costliest(lines.slice(count)) > Math.min(...lines.slice(0, count).map(costOf)),
          leftOut: lines.slice(count).map(keyOf),
        };
        found = added(found, short);
      }
      if (fewestShort <= mostWhole) found = [];
      if (found.length < telling || count === lines.length || !found.some(({ isMinor }) => isMinor)) return undefined;
      // Else it may be the dearest ones that are paid for.
      if (!found.some(({ hasDearer }) => hasDearer)) return undefined;
      const isPaidElsewhere = found.some(({ leftOut }) => leftOut.some((key) => paid.get(key) === true));
      return isPaidElsewhere ? findingOf(value, lines) : undefined;
    },
  };
};

const costOf = ({ linePrice }: ChargedLine): number => linePrice;
const costliest = (lines: readonly ChargedLine[]): number => Math.max(...lines.map(costOf));
/** How many lines from the first on come to the value; 0 where no number of them does. */
const firstLines = (value: number, lines: readonly ChargedLine[]): number => {
  let sum = 0;
  return lines.findIndex(({ linePrice }) => (sum += linePrice) === value) + 1;
};

const tells = ({ isMinor, hasDearer }: Short): boolean => isMinor && hasDearer;

/** What tells more stays. */
const added = (list: readonly Short[], now: Short): readonly Short[] => {
  if (list.some(({ contents }) => contents === now.contents)) return list;
  if (list.length < mostTold) return [...list, now];
  return list.some(tells) ? list : [...list.slice(1), now];
};
