import { isObject } from '../../json.ts';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { linesIn } from '../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../ledgers/shop/requested-basket.ts';

/** An order that was sent again, one after the other. */
export interface Repeat {
  readonly exchange: Exchange;
  readonly basketId: string | undefined;
  /** Its JSON members came in another order than at first. */
  readonly isReordered: boolean;
  /** Since it was confirmed first, in milliseconds. */
  readonly afterMs: number;
  /** So many repeats of this order had been answered rightly. */
  readonly before: number;
}

/** What became of repeats of all orders. */
export interface FineRepeats {
  /** Calls about baskets in between. */
  readonly see: (exchange: Exchange) => void;
  /** It was answered with the order that is there. */
  readonly fine: (repeat: Repeat) => void;
  /** Copies that were under way at once all came to the same. */
  readonly fineAtOnce: () => void;
  /** In sentences, what sets this one apart from those that were fine. */
  readonly differences: (repeat: Repeat) => readonly string[];
}

/** Nothing is said of less, in milliseconds, nor where it is less than twice as long as was fine. */
const leastLateMs = 1000;

/** What was done with a basket last, and how often it was locked. */
interface Called {
  readonly name: string;
  readonly at: number;
  readonly locks: number;
}

type Fine = Pick<Repeat, 'isReordered' | 'before' | 'afterMs'> & {
  readonly hasUser: boolean;
  readonly lines: number;
  readonly locks: number;
  readonly since: string | undefined;
};

/**
 * That most repeats are fine and one is not is what tells where to look. All that sets it apart is named: which of it is why stays the
 * shop's to find out.
 */
export const createFineRepeats = (budget: ByteBudget): FineRepeats => {
  const fine: Fine[] = [];
  let isFineAtOnce = false;
  /** By basket, what was done with it last, other than ordering it. */
  const calls = createMemory<Called>(budget, { most: 2_000 });
  const traitsOf = ({ exchange, basketId, afterMs, isReordered, before }: Repeat): Fine => {
    const last = basketId === undefined ? undefined : calls.get(basketId);
    const isSince = last !== undefined && last.at > exchange.at - afterMs;
    const { basket } = requestIn(exchange);
    const hasUser = isObject(basket) && typeof basket['loggedUser'] === 'string';
    const lines = isObject(basket) ? (linesIn(basket) ?? []).length : 0;
    return {
      isReordered,
      before,
      afterMs,
      hasUser,
      lines,
      locks: last?.locks ?? 0,
      since: isSince ? last.name : undefined,
    };
  };
  return {
    see(exchange) {
      const { call, at } = exchange;
      const basketId = scannedBasket(exchange) ?? requestedBasket(exchange);
      if (!(call.name in sinceInWords) || basketId === undefined) return;
      const { locks = 0 } = calls.get(basketId) ?? {};
      calls.set(basketId, { name: call.name, at, locks: call.name === 'lock' ? locks + 1 : locks });
    },
    fine: (repeat) => {
      const traits = traitsOf(repeat);
      // Of those alike the latest tells most.
      const at = fine.findIndex((one) => keyOf(one) === keyOf(traits));
      if (at === -1) fine.push(traits);
      else if ((fine[at]?.afterMs ?? 0) < traits.afterMs) fine[at] = traits;
    },
    fineAtOnce: () => {
      isFineAtOnce = true;
    },
    differences(repeat) {
      const own = traitsOf(repeat);
      const none = (has: (one: Fine) => boolean): boolean => fine.every((one) => !has(one));
      const reordered = own.isReordered && none((one) => one.isReordered);
      if (fine.length === 0)
        return [
          ...(reordered ? ['This repeat had its JSON members in another order.'] : []),
          ...(own.since === undefined ? [] : [`Its basket had been ${sinceInWords[own.since]} in between.`]),
          ...(isFineAtOnce ? ['Copies that were under way at once were answered with one order.'] : []),
        ];
      const longest = Math.max(...fine.map(({ afterMs }) => afterMs));
      const isLate = own.afterMs >= leastLateMs && own.afterMs > 2 * longest;
      const { since } = own;
      return [
        ...(own.before > 0 && none((one) => one.before >= own.before)
          ? [
              `${own.before === 1 ? 'One repeat' : `${own.before} repeats`} of it had been answered with the first order.`,
            ]
          : []),
        ...(own.hasUser && none((one) => one.hasUser)
          ? ['It is of a logged-in user, and repeats of orders without one were fine.']
          : []),
        ...(own.lines > 1 && none((one) => one.lines >= own.lines)
          ? [`It holds ${own.lines} products, and repeats of orders of fewer were fine.`]
          : []),
        ...(own.locks > 1 && since !== 'lock' && none((one) => one.locks >= own.locks)
          ? [
              `Its basket had been locked ${own.locks} times, and repeats of those that were locked less often were fine.`,
            ]
          : []),
        ...(since !== undefined && none((one) => one.since !== undefined)
          ? [`Its basket had been ${sinceInWords[since]} in between, and repeats without that were fine.`]
          : []),
        ...(isLate
          ? [`It came ${seconds(own.afterMs)} s after the first, and repeats within ${seconds(longest)} s were fine.`]
          : []),
        ...(reordered ? ['It had its JSON members in another order, and repeats without that were fine.'] : []),
      ];
    },
  };
};

const sinceInWords: Readonly<Record<string, string>> = {
  retrieval: 'retrieved',
  recalculation: 'recalculated',
  lock: 'locked',
};

/** So few kinds that all are kept. */
const keyOf = ({ isReordered, before, hasUser, lines, locks, since }: Fine): string =>
  JSON.stringify([isReordered, Math.min(before, 5), hasUser, Math.min(lines, 5), Math.min(locks, 3), since]);

const seconds = (ms: number): string => (Math.ceil(ms / 100) / 10).toString();
