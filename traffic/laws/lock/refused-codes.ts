import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { codesIn } from '../basket/codes/answered-codes.ts';
import { answeredBasket, countedLines } from '../../ledgers/shop/answers.ts';
import { askedBasketIn, codesAsked, contentsOf } from '../../ledgers/shop/quantities.ts';
import { requestedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';

/** A recalculation with a code in force, and what it was asked for. */
interface InForce {
  readonly asked: string;
  readonly exchange: number;
  readonly answeredAt: number;
}

interface Locked {
  readonly basketId: string;
  readonly asked: string;
  readonly exchange: number;
  readonly at: number;
}

/** A lock of the same that puts an error on the code. */
interface Refused {
  readonly basketId: string;
  readonly exchanges: readonly number[];
}

/** Codes that are in force in recalculations, and never in a lock. */
export interface RefusedCodes {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: a lock is answered as a recalculation is. What is not in force any more may have run out meanwhile, or
 * may be kept for another basket, which was locked with it: of a code that no lock has had in force, two baskets tell that were
 * recalculated with it, one after the other, and refused it as soon as the very same was locked.
 */
export const createRefusedCodes = (budget: ByteBudget): RefusedCodes => {
  /** By basket and code, the last recalculation. */
  const inForce = createMemory<InForce>(budget, { most: 2_000 });
  const refused = createMemory<Refused>(budget, { most: 200 });
  const locked = createMemory<true>(budget, { most: 200 });
  const judge = (code: string, error: unknown, now: Locked): Finding | undefined => {
    const before = inForce.get(keyOf(now.basketId, code));
    if (before?.asked !== now.asked || before.answeredAt > now.at) return undefined;
    if (locked.has(code) || locked.hasForgotten()) return undefined;
    const other = refused.get(code);
    const exchanges = [before.exchange, now.exchange];
    if (other === undefined) refused.set(code, { basketId: now.basketId, exchanges });
    if (other === undefined || other.basketId === now.basketId || before.exchange < Math.max(...other.exchanges))
      return undefined;
    refused.delete(code);
    return findingOf(code, error, [...other.exchanges, ...exchanges]);
  };
  return {
    see(exchange) {
      const { call, n, at, answeredAt } = exchange;
      if (call.name !== 'recalculation' && call.name !== 'lock') return undefined;
      const [basketId, asked] = [requestedBasket(exchange), askedFor(exchange)];
      const lines = countedLines(answeredBasket(exchange)?.lines ?? []);
      if (basketId === undefined || asked === undefined || lines === undefined) return undefined;
      const isShort = lines.some(({ hasError }) => hasError);
      for (const { code, error } of codesIn(exchange)) {
        const key = keyOf(basketId, code);
        if (call.name === 'recalculation') {
          if (error === undefined && !isShort) inForce.set(key, { asked, exchange: n, answeredAt });
          else inForce.delete(key);
          continue;
        }
        if (error === undefined) locked.set(code, true);
        // What is used up, or kept for whoever locked it first, is so for a reason of its own.
        if (error === undefined || error === 'USED' || isShort) continue;
        const found = judge(code, error, { basketId, asked, exchange: n, at });
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
};

const keyOf = (basketId: string, code: string): string => JSON.stringify([basketId, code]);

/** Products, codes and user of a request, as one text. */
const askedFor = (exchange: Exchange): string | undefined => {
  if (isPartlyKept(exchange.request.body)) return undefined;
  const { request, quantities } = askedBasketIn(exchange) ?? {};
  return request && quantities && JSON.stringify([contentsOf(quantities), codesAsked(request), request['loggedUser']]);
};

const findingOf = (code: string, error: unknown, exchanges: readonly number[]): Finding => ({
  message:
    'A discount code that is in force when a basket is recalculated was refused each time the very same basket was locked; a lock is answered as the recalculation is.',
  expected: `discount ${JSON.stringify(code)} without an error, as in the recalculation before`,
  actual: `discount ${JSON.stringify(code)} with error ${String(error)}`,
  pointer: '/price/discounts',
  exchanges,
  cause: 'code refused by locks',
});
