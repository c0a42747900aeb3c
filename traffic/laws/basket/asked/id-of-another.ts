import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../../retention/memory.ts';
import { answeredBasket } from '../../../ledgers/shop/answers.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';

/** A basket that a run had made for nobody. */
interface Made {
  readonly asked: string;
  readonly exchange: number;
}

/** Locks that come back with another basket. */
export interface IdsOfOthers {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › Basket › id: unique, and the request says which basket it is about. A shop may give a basket another id, and may
 * put those of one customer together; where both were made for nobody, and each has been retrieved by a basketId of its own, the
 * answer is about the wrong one.
 */
export const createIdsOfOthers = (budget: ByteBudget): IdsOfOthers => {
  /** By the id that was answered. */
  const made = createMemory<Made>(budget, { most: 2_000 });
  return {
    see(exchange) {
      const answer = answeredBasket(exchange);
      if (answer === undefined || typeof answer.id !== 'string') return undefined;
      const { call, facts, n } = exchange;
      const asked = scannedBasket(exchange);
      if (asked !== undefined) {
        const isNobodys = facts.made !== undefined && facts.made.loggedUser === undefined && !hasUser(answer);
        if (!isNobodys) made.delete(answer.id);
        else if (!made.has(answer.id)) made.set(answer.id, { asked, exchange: n });
        return undefined;
      }
      // Recalculations that are mixed up are told of by what they hold.
      const requested = call.name === 'lock' ? requestedBasket(exchange) : undefined;
      const one = requested === undefined ? undefined : made.get(requested);
      const other = made.get(answer.id);
      if (one === undefined || other === undefined || one.asked === other.asked) return undefined;
      if (hasUser(requestIn(exchange))) return undefined;
      return {
        message:
          'A lock was answered with another basket, which was made for somebody else and is retrieved by a basketId of its own; answer with the basket of the request.',
        expected: `id ${JSON.stringify(requested)}`,
        actual: `id ${JSON.stringify(answer.id)}, which came back for ${JSON.stringify(other.asked)}`,
        pointer: '/id',
        exchanges: [one.exchange, other.exchange, n],
        cause: 'id of another basket',
      };
    },
  };
};

const hasUser = ({ loggedUser }: { readonly loggedUser?: unknown }): boolean =>
  loggedUser !== undefined && loggedUser !== null;
