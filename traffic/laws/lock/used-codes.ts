import { type Finding, instantOf } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type AnsweredCode, codesIn } from '../basket/codes/answered-codes.ts';
import { answeredBasket, discountsOf } from '../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn } from '../../ledgers/shop/requested-basket.ts';
import { createMemory, type Memory } from '../../retention/memory.ts';

/** A code that a lock of this basket had in force, and that the next one says is USED. */
interface Suspect {
  readonly code: string;
  readonly basketId: string;
  readonly user: unknown;
  readonly lock: number;
  readonly exchange: number;
  readonly answeredAt: number;
}

interface Lock {
  readonly exchange: number;
  readonly until: number;
}

/** Codes that are used up by a lock. */
export interface UsedCodes {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: a lock is answered as a recalculation is, and may come again, since the platform asks the user
 * whether to continue. A code that is good for one order is used up by the order, and may be kept for one basket while that is
 * locked. That nobody has ordered with it shows where another basket of the same user, or of none as well, has it in force
 * later: then it was the lock that used it, against its own basket, which is locked still.
 */
export const createUsedCodes = (budget: ByteBudget): UsedCodes => {
  /** By basket and code, the last lock that had it in force. */
  const locked = createMemory<Lock>(budget, { most: 2_000 });
  const suspects = createMemory<Suspect>(budget, { most: 200 });
  const ended = createMemory<true>(budget, { most: 2_000 });
  const judge = (exchange: Exchange, asked: Asked, { code, error }: AnsweredCode): Finding | undefined => {
    const { call, n, at, answeredAt } = exchange;
    const { basketId, user } = asked;
    const key = JSON.stringify([basketId, code]);
    const lock = locked.get(key);
    if (error === undefined) {
      const suspect = suspects.get(code);
      const isOther = suspect !== undefined && suspect.basketId !== basketId && suspect.user === user;
      if (call.name === 'lock') locked.set(key, { exchange: n, until: untilOf(exchange) });
      if (!isOther || at < suspect.answeredAt) return undefined;
      suspects.delete(code);
      return findingOf(suspect, n);
    }
    if (call.name !== 'lock' || error !== 'USED' || lock === undefined || lock.until <= answeredAt) return undefined;
    if (!ended.has(basketId) && !ended.hasForgotten())
      suspects.set(code, { code, basketId, user, lock: lock.exchange, exchange: n, answeredAt });
    return undefined;
  };
  return {
    see(exchange) {
      const { name } = exchange.call;
      const basketId = requestedBasket(exchange);
      if (basketId === undefined) return undefined;
      if (name === 'order' || name === 'basketChange') {
        ended.set(basketId, true);
        forget(suspects, basketId);
        return undefined;
      }
      if ((name !== 'recalculation' && name !== 'lock') || isPartlyKept(exchange.request.body)) return undefined;
      const asked = askedBy(exchange, basketId);
      for (const answered of codesIn(exchange)) {
        const found = asked.codes.has(answered.code) ? judge(exchange, asked, answered) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
};

/** Until when it is locked, in epoch milliseconds. */
const untilOf = (exchange: Exchange): number => instantOf(answeredBasket(exchange)?.expiresAt) ?? 0;

const forget = (suspects: Memory<Suspect>, basketId: string): void => {
  for (const suspect of suspects.values()) if (suspect.basketId === basketId) suspects.delete(suspect.code);
};

interface Asked {
  readonly basketId: string;
  readonly user: unknown;
  readonly codes: ReadonlySet<unknown>;
}

const askedBy = (exchange: Exchange, basketId: string): Asked => {
  const { price, loggedUser } = requestIn(exchange);
  return { basketId, user: loggedUser, codes: new Set(discountsOf(price).map(({ code }) => code)) };
};

const findingOf = ({ code, lock, exchange }: Suspect, later: number): Finding => ({
  message:
    'A discount code that a lock had in force was USED when the same basket was locked again, though nobody has ordered with it: another basket has it in force still. Count a code as used when it is ordered with, not when it is locked.',
  expected: `discount ${JSON.stringify(code)} without an error, as in the lock`,
  actual: `discount ${JSON.stringify(code)} with error USED`,
  pointer: '/price/discounts',
  exchanges: [lock, exchange, later],
  cause: 'code used up by a lock',
});
