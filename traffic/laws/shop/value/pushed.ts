import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { pricedContents } from './priced-contents.ts';
import { requestedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** So many unlike contents. */
const telling = 2;
const mostShown = 20;

interface Shown {
  readonly contents: string;
  readonly value: number;
  readonly exchange: number;
}

/** A basket as it was retrieved, and the pushes of it that have the value of other contents. */
interface Known {
  readonly retrieved: readonly Shown[];
  readonly doubted: readonly Shown[];
}

/** Baskets that are pushed. */
export interface PushedValue {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket, and not of what it held before. A push of lines that are retrieved with
 * another value, with just the value that other lines of this basket were retrieved with before, shows what does not belong together.
 */
export const createPushedValue = (budget: ByteBudget): PushedValue => {
  const baskets = createMemory<Known>(budget, { most: 2_000 });
  let found: readonly Shown[] = [];
  let exchanges: readonly number[] = [];
  /** The same contents were retrieved with another value, as where prices move. */
  let hasMoved = false;
  const charge = (id: string, { retrieved, doubted }: Known): Finding | undefined => {
    const stale = doubted.flatMap((push) => {
      const first = retrieved.find(({ contents }) => contents === push.contents);
      return first !== undefined && first.value !== push.value ? [{ push, first }] : [];
    });
    if (stale.length === 0) return undefined;
    baskets.set(id, { retrieved, doubted: doubted.filter((push) => !stale.some((one) => one.push === push)) });
    const news = stale.filter(({ push }) => !found.some(({ contents }) => contents === push.contents));
    found = [...found, ...news.map(({ push }) => push)];
    exchanges = [...exchanges, ...news.flatMap(({ push, first }) => [push.exchange, first.exchange])];
    const last = news.at(-1);
    if (last === undefined || found.length < telling) return undefined;
    const told = exchanges;
    found = [];
    exchanges = [];
    return {
      message:
        'Baskets were pushed with the basketValue that they had been retrieved with when they held something else; work the value out from the lines it stands beside.',
      expected: `basketValue ${last.first.value}, as these lines are retrieved with`,
      actual: `basketValue ${last.push.value}, that of other lines of this basket`,
      pointer: '/price/basketValue',
      exchanges: told.toSorted((one, other) => one - other),
      cause: 'value of before in a push',
    };
  };
  return {
    see(exchange) {
      const { name } = exchange.call;
      // What an ordered basket is shown with may be what is left to pay.
      if (name === 'order') baskets.delete(requestedBasket(exchange) ?? '');
      if (name !== 'retrieval' && name !== 'basketChange') return undefined;
      const basket = pricedContents(exchange);
      if (basket === undefined || hasMoved) return undefined;
      const { id, key: contents, basketValue: value } = basket;
      const known = baskets.get(id) ?? { retrieved: [], doubted: [] };
      const now = { contents, value, exchange: exchange.n };
      if (name === 'retrieval') {
        hasMoved ||= known.retrieved.some((one) => one.contents === contents && one.value !== value);
        const next = { ...known, retrieved: [...known.retrieved, now].slice(-mostShown) };
        baskets.set(id, next);
        return hasMoved ? undefined : charge(id, next);
      }
      const isOfBefore = known.retrieved.some((one) => one.contents !== now.contents && one.value === value);
      if (!isOfBefore || value < 0) return undefined;
      const next = { ...known, doubted: [...known.doubted, now].slice(-mostShown) };
      baskets.set(id, next);
      return charge(id, next);
    },
  };
};
