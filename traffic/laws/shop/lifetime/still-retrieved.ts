import { onceOnly } from '../../../evidence/row.ts';
import { instantOf } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { readAnswer } from '../../../judging/answer.ts';
import { dateOf } from '../../../judging/server-clock.ts';
import { linesIn } from '../../../ledgers/shop/answers.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

/** So long before its expiresAt no clock says that a basket is over, in milliseconds. */
const wellAheadMs = 20_000;
/** These say nothing of who asks, nor of how often. */
const refusals = [400, 409, 422, 423];
/** These say that it is over. Whoever shops for real may have given it up; nobody has what was made for a run. */
const gone = [404, 410];

/** A retrieval of a basket that lives, which was not answered. */
interface InVain {
  readonly n: number;
  readonly status: number;
  readonly answeredAt: number;
}

/** The status of an answer that is the target's own and does not say when to come again. */
const statusOf = ({ response, failure, facts }: Exchange): number =>
  response === undefined || failure !== undefined || facts.injected !== undefined || response.headers['retry-after']
    ? 0
    : response.status;

/** By whichever clock is ahead: by that of the target the basket may be over. */
const theirNow = (exchange: Exchange): number => Math.max(exchange.answeredAt, dateOf(exchange) ?? 0);

/** Until when an answer or a push says that its basket is valid. A basket that holds nothing may be taken away. */
const saidIn = ({ kind, request, answer }: BasketCall): { readonly id: string; readonly until: number } | undefined => {
  const { id, expiresAt, products } = kind === 'basketChange' ? request : answer;
  const isFilled = (linesIn({ products }) ?? []).some(({ quantity }) => Number(quantity) > 0);
  return typeof id === 'string' ? { id, until: (isFilled ? instantOf(expiresAt) : undefined) ?? 0 } : undefined;
};

/**
 * Endpoints › Merchant-hosted › 1: the answer is a Basket, locked or not, as long as it is valid by what was said of it last and nobody
 * has ordered it.
 */
const row: ShopRow = {
  requirement: 'basket/retrieval-answers',
  cause: 'refusal of a basket that lives',
  isEnough: (sights) => sights.length > 1 || sights[0]?.of === 'crash',
  look: ({ baskets }, budget) => {
    /** By what was asked for, the id that was answered. */
    const names = createMemory<string>(budget, { most: 2_000 });
    const valid = createMemory<number>(budget, { most: 2_000 });
    const made = createMemory<true>(budget, { most: 2_000 });
    const refused = createMemory<InVain>(budget, { most: 2_000 });
    /** Until when a call of each basket was under way: another one may be turned away for that. */
    const busy = createMemory<number>(budget, { most: 2_000 });
    /** One alone may be a moment's; so may several be before anything is answered again. */
    let first: InVain | undefined;
    let [isUpSince, isTold] = [false, false];
    const lives = (asked: string, now: number): boolean => {
      const id = names.get(asked) ?? asked;
      return ![id, asked].some(baskets.isOrdered) && (valid.get(id) ?? 0) > now;
    };
    const crash = ({ n, answeredAt, at, exchange }: BasketCall, status: number) => {
      const since = first;
      if (isTold || (since !== undefined && (!isUpSince || at < since.answeredAt))) return undefined;
      isTold = since !== undefined;
      first ??= { n, status, answeredAt };
      return {
        of: 'crash',
        cause: 'server error for a basket that lives',
        exchanges: since === undefined ? [n] : [since.n, exchange.n],
        expected: '2xx with the basket',
        actual: `HTTP ${status}`,
        ...(since === undefined && { leeway: onceOnly }),
      };
    };
    const isUp = (at: number): boolean => first !== undefined && at >= first.answeredAt;
    return (step) => {
      if (step.kind === 'order' && step.heard.kind === 'answered') isUpSince ||= isUp(step.at);
      if (step.kind === 'order' || step.kind === 'catalogue') return undefined;
      const { exchange, kind, askedId, at, answeredAt, n } = step;
      const said = saidIn(step);
      if (said !== undefined) valid.set(said.id, said.until);
      if (kind === 'retrieval' && askedId !== undefined && said !== undefined) names.set(askedId, said.id);
      if (kind !== 'basketChange' && readAnswer(exchange).kind === 'answered') isUpSince ||= isUp(at);
      const basketId = kind === 'retrieval' ? names.get(askedId ?? '') : askedId;
      const status = statusOf(exchange);
      const isCrash =
        kind === 'retrieval' && askedId !== undefined && status >= 500 && lives(askedId, theirNow(exchange));
      if (basketId === undefined) return isCrash ? crash(step, status) : undefined;
      if (step.made !== undefined) made.set(basketId, true);
      const isAlone = (busy.get(basketId) ?? 0) <= at;
      busy.set(basketId, Math.max(busy.get(basketId) ?? 0, answeredAt));
      const before = refused.get(basketId);
      refused.delete(basketId);
      const isAlive = lives(basketId, theirNow(exchange) + wellAheadMs);
      if (kind === 'retrieval') {
        const isRefusal = refusals.includes(status) || (gone.includes(status) && made.has(basketId));
        if (isAlive && isAlone && isRefusal) refused.set(basketId, { n, status, answeredAt });
        return isCrash ? crash(step, status) : undefined;
      }
      if (!isAlive || before === undefined || at < before.answeredAt || kind === 'basketChange') return undefined;
      if (step.answeredId !== basketId) return undefined;
      return {
        exchanges: [before.n, n],
        expected: '2xx with the basket',
        actual: `HTTP ${before.status}`,
      };
    };
  },
};

export const stillRetrieved = lawByRows('basket/still-retrieved', [row]);
