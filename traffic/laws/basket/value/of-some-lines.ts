import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import { type UndiscountedBasket, undiscountedBasket } from '../undiscounted.ts';
import { inAnyOrder } from '../in-any-order.ts';

/** So many contents have to be charged in part, and so many answers in all. */
const [tellingContents, tellingAnswers] = [2, 3];
/** Of more lines some would come to nearly any value. */
const mostLines = 8;
const mostTold = 4;

interface Retrieved {
  readonly contents: string;
  readonly exchange: number;
  readonly answeredAt: number;
}

/** Contents of one basket whose recalculations and locks charge for some of the lines alone. */
interface Charged {
  readonly retrieval: number;
  readonly exchange: number;
  readonly isMinor: boolean;
}

/** Baskets that are changed as they were retrieved. */
export interface PartOfValue {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket. What comes on top of the lines, or off them, is left open. Where no
 * discount is applied, and a basket was retrieved at the price of all its lines, a recalculation of the very same lines at just
 * the price of some of them has the others for nothing. The last of several for nothing may be an offer, so more than half
 * has to be missing somewhere, and no basket may be recalculated at the price of all its lines.
 */
export const createPartOfValue = (budget: ByteBudget): PartOfValue => {
  /** By basket, as it was retrieved last, at the price of all its lines. */
  const retrieved = createMemory<Retrieved>(budget, { most: 2_000 });
  const charged = new Map<string, Charged>();
  let answers = 0;
  let isWholeSomewhere = false;
  return {
    see(exchange) {
      const basket = isWholeSomewhere ? undefined : undiscountedBasket(exchange);
      const read = basket && contentsOf(exchange, basket);
      if (basket === undefined || read === undefined) return undefined;
      const { id, basketValue: value } = basket;
      const prices = basket.lines.map(({ linePrice }) => linePrice);
      const whole = prices.reduce((sum, price) => sum + price, 0);
      if (exchange.call.name === 'retrieval') {
        if (value !== whole) retrieved.delete(id);
        else retrieved.set(id, { contents: read, exchange: exchange.n, answeredAt: exchange.answeredAt });
        return undefined;
      }
      isWholeSomewhere = value === whole;
      const before = retrieved.get(id);
      if (before?.contents !== read || exchange.at < before.answeredAt || !isPart(value, prices)) return undefined;
      const key = shortened(JSON.stringify([id, read]));
      const isMinor = 2 * value < whole;
      if (charged.size < mostTold) charged.set(key, { retrieval: before.exchange, exchange: exchange.n, isMinor });
      answers += 1;
      const all = [...charged.values()];
      if (all.length < tellingContents || answers < tellingAnswers || !all.some((one) => one.isMinor)) return undefined;
      charged.clear();
      answers = 0;
      return {
        message:
          'Baskets were recalculated or locked with the lines they had been retrieved with, without a discount, and at the price of some of these lines alone; charge for every line.',
        expected: `basketValue ${whole}, that of all lines, as it was retrieved`,
        actual: `basketValue ${value}, of lines at ${prices.join(', ')}`,
        pointer: '/price/basketValue',
        exchanges: all.flatMap((one) => [one.retrieval, one.exchange]),
        cause: 'value of some lines',
      };
    },
  };
};

/** What a price may depend on; the retrieval says whose basket it is in its answer alone. Undefined of a single line. */
const contentsOf = ({ call }: Exchange, { lines, currency, users }: UndiscountedBasket): string | undefined => {
  const paid = lines.filter(({ linePrice }) => linePrice > 0);
  if (lines.length > mostLines || paid.length < Math.max(2, lines.length)) return undefined;
  const [asked, shown] = users;
  const all = inAnyOrder(lines.map(({ id, quantity, unitPrice, linePrice }) => [id, quantity, unitPrice, linePrice]));
  return shortened(JSON.stringify([all, currency, call.name === 'retrieval' ? shown : asked]));
};

/** Some lines come to it, and not all. */
const isPart = (value: number, prices: readonly number[]): boolean => {
  const sums = prices.reduce<readonly number[]>((known, price) => [...known, ...known.map((sum) => sum + price)], [0]);
  // The first is of no line, and the last of all.
  return sums.slice(1, -1).includes(value);
};
