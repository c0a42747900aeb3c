import { onceOnly } from '../../by-chance.ts';
import { type Finding, instantOf } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isObject } from '../../../json.ts';
import { readAnswer } from '../../../judging/answer.ts';
import { dateOf } from '../../../judging/server-clock.ts';
import { linesIn } from '../../../ledgers/shop/answers.ts';
import { broken, defineMerchantLaw, warned } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { createRefusedAlive } from './refused-alive.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';

const id = 'basket/retrieval-answers';

/** So long before its expiresAt no clock says that a basket is over, in milliseconds. */
const wellAhead = 20_000;

/** A basket that lives, as it was retrieved in vain. */
interface Crashed {
  readonly exchange: number;
  readonly answeredAt: number;
}

/**
 * Endpoints › Merchant-hosted › 1: a basket that was answered before, that nobody has ordered, and that is valid still by what
 * was said of it last, is answered with. A 4xx may say that it is over, unless it is changed afterwards; a server error does not. One alone may be a
 * moment's; so may several be before anything is answered again. That none was answered so says nothing of how baskets are retrieved.
 */
export const stillRetrieved = defineMerchantLaw({
  id: 'basket/still-retrieved',
  covers: [id],
  start: ({ budget }) => {
    /** By what was asked for, the id that was answered. */
    const names = createMemory<string>(budget, { most: 2_000 });
    /** Until when each basket was last said to be valid, in epoch milliseconds; undefined where that cannot be told. */
    const valid = createMemory<number | undefined>(budget, { most: 2_000 });
    const ordered = createMemory<true>(budget);
    const refused = createRefusedAlive(budget);
    let first: Crashed | undefined;
    let isUpSince = false;
    let isTold = false;
    const lives = (asked: string, now: number): boolean => {
      const basketId = names.get(asked) ?? asked;
      const isOrdered = ordered.has(basketId) || ordered.has(asked) || ordered.hasForgotten();
      return !isOrdered && (valid.get(basketId) ?? 0) > now;
    };
    return {
      see(exchange) {
        const { call, at, answeredAt, n } = exchange;
        if (call.name === 'order') {
          const basketId = requestedBasket(exchange);
          if (basketId !== undefined) ordered.set(basketId, true);
        }
        const said = saidOf(exchange);
        if (said !== undefined) valid.set(said.id, said.until);
        const asked = scannedBasket(exchange);
        if (asked !== undefined && said !== undefined) names.set(asked, said.id);
        const basketId = asked === undefined ? requestedBasket(exchange) : names.get(asked);
        const isAlive = basketId !== undefined && lives(basketId, theirNow(exchange) + wellAhead);
        const refusal = refused.see(exchange, { basketId, isAlive });
        if (refusal !== undefined) return [broken(id, refusal)];
        if (exchange.sender === 'harness' && readAnswer(exchange).kind === 'answered')
          isUpSince ||= first !== undefined && at >= first.answeredAt;
        if (isTold || asked === undefined || !isCrash(exchange) || !lives(asked, theirNow(exchange))) return [];
        if (first === undefined) {
          first = { exchange: n, answeredAt };
          return [warned(id, crashed(exchange, [n]), onceOnly)];
        }
        if (!isUpSince || at < first.answeredAt) return [];
        isTold = true;
        return [broken(id, crashed(exchange, [first.exchange, n]))];
      },
      end: () => [],
    };
  },
});

/** Not where somebody else broke it off, or where it says when to come again. */
const isCrash = ({ response, failure, facts }: Exchange): boolean =>
  response !== undefined &&
  failure === undefined &&
  facts.injected === undefined &&
  response.status >= 500 &&
  response.headers['retry-after'] === undefined;

/** By whichever clock is ahead: by that of the target the basket may be over. */
const theirNow = (exchange: Exchange): number => Math.max(exchange.answeredAt, dateOf(exchange) ?? 0);

/** What an answer or a push says of a basket. One that holds nothing may be taken away. */
const saidOf = (exchange: Exchange): { readonly id: string; readonly until: number | undefined } | undefined => {
  const basket = basketIn(exchange);
  if (!isObject(basket) || typeof basket['id'] !== 'string') return undefined;
  const { id: basketId, expiresAt } = basket;
  const isFilled = (linesIn(basket) ?? []).some(({ quantity }) => Number(quantity) > 0);
  return { id: basketId, until: isFilled ? instantOf(expiresAt) : undefined };
};

const basketIn = (exchange: Exchange): unknown => {
  const { call } = exchange;
  if (call.name === 'basketChange') return requestIn(exchange);
  if (call.name !== 'retrieval' && call.name !== 'recalculation' && call.name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  return read.kind === 'answered' ? read.body : undefined;
};

const crashed = ({ response }: Exchange, exchanges: readonly number[]): Finding => ({
  message:
    'A basket that had been answered before, that nobody has ordered and that has not expired was retrieved in vain, for an error of the server; a basket can be retrieved until its expiresAt, whatever it was recalculated or locked with.',
  expected: '2xx with the basket',
  actual: `HTTP ${response?.status ?? 0}`,
  exchanges,
  cause: 'server error for a basket that lives',
});
