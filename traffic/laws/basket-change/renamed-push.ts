import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { answeredBasket } from '../../ledgers/shop/answers.ts';
import { requestedBasket, scannedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';
import { pushIn } from './pushed-basket.ts';

/** Pushes that are refused, and made again under another id. */
export interface RenamedPushes {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/** Whoever pushes again what was refused does so at once. */
const retryMs = 30_000;

interface Pushed {
  readonly basketId: string;
  readonly exchange: number;
  readonly at: number;
}

/**
 * Endpoints › Platform-hosted: what is pushed is a basket that the platform has loaded. One that was refused and comes at once under an
 * id that nobody ever asked for, and is refused as well, is none.
 */
export const createRenamedPushes = (budget: ByteBudget): RenamedPushes => {
  const loaded = createMemory<true>(budget);
  /** By what they hold. */
  const refused = createMemory<Pushed>(budget, { most: 200 });
  return {
    see(exchange) {
      const { call, n, at, response } = exchange;
      const pushed = pushIn(exchange);
      if (pushed === undefined) {
        if (call.name === 'basketChange') return undefined;
        for (const one of [scannedBasket(exchange), requestedBasket(exchange), answeredBasket(exchange)?.id])
          if (typeof one === 'string') loaded.set(one, true);
        return undefined;
      }
      if (response?.status !== 400) return undefined;
      const isLoaded = loaded.has(pushed.basketId);
      const first = refused.get(pushed.contents);
      if (isLoaded) refused.set(pushed.contents, { basketId: pushed.basketId, exchange: n, at });
      if (isLoaded || first === undefined || loaded.hasForgotten() || at - first.at > retryMs) return undefined;
      return {
        message:
          'A push that was answered 400 was made once more under an id that the platform has never loaded, and refused again; a basket is pushed under the id it was retrieved with, and a rejection is the end of that push.',
        expected: `id ${JSON.stringify(first.basketId)}, or no further push`,
        actual: `id ${JSON.stringify(pushed.basketId)}`,
        pointer: '/id',
        exchanges: [first.exchange, n],
        cause: 'refused push under another id',
      };
    },
  };
};
