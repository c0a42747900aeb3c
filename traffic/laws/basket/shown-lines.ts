import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { answeredBasket } from '../../ledgers/shop/answers.ts';
import { requestedBasket, scannedBasket } from '../../ledgers/shop/requested-basket.ts';
import { inAnyOrder } from '../../ledgers/shop/in-any-order.ts';

/** What a retrieval showed of a basket that nobody has changed since. */
interface Shown {
  readonly lines: string;
  readonly exchange: number;
}

interface Call {
  readonly basketId: string;
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  readonly lines: string;
}

const mostRecent = 50;

/** Retrievals of baskets that nobody changes. */
export interface ShownLines {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 1: `basketId` says which basket. A shop may change a basket itself; one that shows for a
 * single retrieval what another basket holds that is retrieved at that moment, and then its own again, has mixed them up.
 */
export const createShownLines = (budget: ByteBudget): ShownLines => {
  const shown = createMemory<Shown>(budget, { most: 2_000 });
  /** Retrievals that showed something else than the one before. */
  const odd = createMemory<Call>(budget, { most: 200 });
  let recent: readonly Call[] = [];
  const besideOf = (call: Call): Call | undefined =>
    recent.find(
      ({ basketId, at, answeredAt }) =>
        basketId !== call.basketId &&
        shown.get(basketId)?.lines === call.lines &&
        at < call.answeredAt &&
        call.at < answeredAt,
    );
  return {
    see(exchange) {
      const changed = changing.includes(exchange.call.name) ? requestedBasket(exchange) : undefined;
      if (changed !== undefined) {
        shown.delete(changed);
        odd.delete(changed);
      }
      const call = retrievalOf(exchange);
      if (call === undefined) return undefined;
      recent = [...recent, call].slice(-mostRecent);
      const before = shown.get(call.basketId);
      const suspect = odd.get(call.basketId);
      odd.delete(call.basketId);
      if (before !== undefined && before.lines !== call.lines && suspect === undefined) {
        odd.set(call.basketId, call);
        return undefined;
      }
      shown.set(call.basketId, { lines: call.lines, exchange: call.n });
      const other = suspect && before?.lines === call.lines ? besideOf(suspect) : undefined;
      if (before === undefined || suspect === undefined || other === undefined) return undefined;
      return {
        message:
          'A basket was shown with the products of another one that was retrieved at the same moment; keep nothing of a request where another can reach it.',
        expected: `the products of "${call.basketId}", as before and after`,
        actual: `those of "${other.basketId}"`,
        pointer: '/products',
        exchanges: [before.exchange, other.n, suspect.n, call.n],
        cause: 'products of another basket',
      };
    },
  };
};

const changing = ['recalculation', 'lock', 'order', 'basketChange'];

const retrievalOf = (exchange: Exchange): Call | undefined => {
  const { call, n, at, answeredAt } = exchange;
  if (call.name !== 'retrieval') return undefined;
  const basketId = scannedBasket(exchange);
  const { lines: shown = [] } = answeredBasket(exchange) ?? {};
  if (basketId === undefined || shown.length === 0) return undefined;
  const lines = inAnyOrder(shown.map(({ id, quantity }) => [id, quantity])).join();
  return { basketId, n, at, answeredAt, lines };
};
