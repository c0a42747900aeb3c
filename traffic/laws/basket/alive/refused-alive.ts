import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket } from '../../../ledgers/shop/answers.ts';

/** So many retrievals have to be refused of baskets that are changed afterwards. */
const telling = 2;
/** These say nothing of who asks, nor of how often. */
const refusals = [400, 409, 422, 423];
/** These say that it is over. Whoever shops for real may have given it up; nobody has what was made for a run. */
const gone = [404, 410];

interface Refused {
  readonly exchange: number;
  readonly status: number;
  readonly answeredAt: number;
}

export interface Known {
  /** The basket that a call is about; of a retrieval that which has come back for the same basketId before. */
  readonly basketId: string | undefined;
  /** By what was said of it last, and nobody has ordered it. */
  readonly isAlive: boolean;
}

/** Retrievals that are refused of baskets which live. */
export interface RefusedAlive {
  readonly see: (exchange: Exchange, known: Known) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 1: the answer is a Basket, locked or not. One that was retrieved before, is valid by its own
 * last answer and is recalculated or locked right afterwards was there to be retrieved. Where another call of the same basket is
 * under way it may be turned away for that.
 */
export const createRefusedAlive = (budget: ByteBudget): RefusedAlive => {
  const refused = createMemory<Refused>(budget, { most: 2_000 });
  /** Baskets that were made for a run. */
  const made = createMemory<true>(budget, { most: 2_000 });
  /** Until when a call of each basket was under way. */
  const busy = createMemory<number>(budget, { most: 2_000 });
  let found: readonly { readonly status: number; readonly exchanges: readonly number[] }[] = [];
  const isRefusal = ({ response, failure, facts }: Exchange, basketId: string): boolean =>
    response !== undefined &&
    failure === undefined &&
    facts.injected === undefined &&
    response.headers['retry-after'] === undefined &&
    (refusals.includes(response.status) || (gone.includes(response.status) && made.has(basketId)));
  return {
    see(exchange, { basketId, isAlive }) {
      if (basketId === undefined) return undefined;
      const { call, facts, n, at, answeredAt, response } = exchange;
      if (facts.made !== undefined) made.set(basketId, true);
      const isAlone = (busy.get(basketId) ?? 0) <= at;
      busy.set(basketId, Math.max(busy.get(basketId) ?? 0, answeredAt));
      const before = refused.get(basketId);
      refused.delete(basketId);
      if (!isAlive) return undefined;
      if (call.name === 'retrieval') {
        if (isAlone && isRefusal(exchange, basketId))
          refused.set(basketId, { exchange: n, status: response?.status ?? 0, answeredAt });
        return undefined;
      }
      const isChanged =
        (call.name === 'recalculation' || call.name === 'lock') && answeredBasket(exchange)?.id === basketId;
      if (before === undefined || at < before.answeredAt || !isChanged) return undefined;
      found = [...found, { status: before.status, exchanges: [before.exchange, n] }];
      if (found.length < telling) return undefined;
      const told = found;
      found = [];
      return {
        message:
          'Baskets that had been retrieved before, that nobody has ordered and that have not expired were refused as they were retrieved, and recalculated or locked right afterwards; answer a retrieval with the basket until its expiresAt, locked or not.',
        expected: '2xx with the basket',
        actual: told.map(({ status }) => `HTTP ${status}`).join(', '),
        exchanges: told.flatMap(({ exchanges }) => exchanges),
        cause: 'refusal of a basket that lives',
      };
    },
  };
};
