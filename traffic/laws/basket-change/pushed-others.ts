import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { answeredBasket } from '../../ledgers/shop/answers.ts';
import { requestedBasket, scannedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';
import { contentsOf, linesOf, pushIn } from './pushed-basket.ts';

/** So many pushes of different contents, each of them those of another basket. */
const telling = 2;
const mostStrays = 4;

/** A push that holds something else than its basket was retrieved with. */
interface Stray {
  readonly contents: string;
  readonly exchange: number;
}

/** Pushes of a basket that hold what others do. */
export interface PushedOthers {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › Basket: the body of a basket change is the basket. ReceiverFacts are pushes that hold what other baskets hold, in products, prices
 * and time to live, whenever those are retrieved, while the basket itself is retrieved as it was. A shop may change a basket with a push
 * and show that later, but not into one basket and then into another.
 */
export const createPushedOthers = (budget: ByteBudget): PushedOthers => {
  /** What each basket was retrieved with last. */
  const own = createMemory<string>(budget, { most: 2_000 });
  /** By contents, whose they were first. */
  const owners = createMemory<{ readonly basketId: string; readonly exchange: number }>(budget, { most: 5_000 });
  const strays = createMemory<readonly Stray[]>(budget, { most: 200 });
  /** By contents, under which id they were pushed. */
  const pushed = createMemory<string>(budget, { most: 800 });
  /** Baskets that were retrieved as before after a push of something else. */
  const unchanged = createMemory<number>(budget, { most: 200 });
  const forget = (basketId: string): void => {
    strays.delete(basketId);
    unchanged.delete(basketId);
  };
  const judge = (basketId: string): Finding | undefined => {
    const seen = unchanged.get(basketId);
    const others = (strays.get(basketId) ?? []).flatMap(({ contents, exchange }) => {
      const owner = owners.get(contents);
      return owner === undefined || owner.basketId === basketId ? [] : [{ owner, exchange }];
    });
    if (seen === undefined || others.length < telling) return undefined;
    forget(basketId);
    return {
      message:
        'Pushes of a basket held what other baskets hold, in products, prices and expiresAt, while the basket itself was retrieved as it was before; push each basket with its own products.',
      expected: `the products of ${JSON.stringify(basketId)}, as it was retrieved`,
      actual: `those of ${others.map(({ owner }) => JSON.stringify(owner.basketId)).join(' and then of ')}`,
      pointer: '/products',
      exchanges: [...others.flatMap(({ owner, exchange }) => [owner.exchange, exchange]), seen].toSorted(
        (a, b) => a - b,
      ),
      cause: 'pushed what another basket holds',
    };
  };
  const retrieved = (exchange: Exchange, basketId: string): Finding | undefined => {
    const { lines = [], ...basket } = answeredBasket(exchange) ?? {};
    if (lines.length === 0) return undefined;
    const now = linesOf(lines);
    if (own.get(basketId) !== now) forget(basketId);
    else if (strays.has(basketId)) unchanged.set(basketId, exchange.n);
    own.set(basketId, now);
    const contents = contentsOf({ ...basket, products: lines });
    if (contents === undefined) return undefined;
    if (!owners.has(contents)) owners.set(contents, { basketId, exchange: exchange.n });
    return judge(pushed.get(contents) ?? basketId);
  };
  return {
    see(exchange) {
      const scanned = scannedBasket(exchange);
      if (scanned !== undefined) return retrieved(exchange, scanned);
      const push = pushIn(exchange);
      if (push === undefined) {
        const asked = requestedBasket(exchange);
        if (asked !== undefined) forget(asked);
        return undefined;
      }
      const { basketId, contents, lines } = push;
      const shown = own.get(basketId);
      const before = strays.get(basketId) ?? [];
      if (shown === undefined || shown === lines || before.some((one) => one.contents === contents)) return undefined;
      strays.set(basketId, [...before, { contents, exchange: exchange.n }].slice(-mostStrays));
      pushed.set(contents, basketId);
      return judge(basketId);
    },
  };
};
