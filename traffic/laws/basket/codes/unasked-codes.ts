import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../../retention/memory.ts';
import { type AnsweredBasket, answeredBasket, discountsOf } from '../../../ledgers/shop/answers.ts';
import { codesAsked } from '../../../ledgers/shop/quantities.ts';
import { requestedBasket, requestIn, scannedBasket } from '../../../ledgers/shop/requested-basket.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { codesInForce } from './answered-codes.ts';

/** What one request leaves behind is found by the next ones. */
const recentMs = 2_000;

/** A code in force in an answer to a request without one. */
interface Suspected {
  readonly code: string;
  readonly basketId: string;
  readonly pointer: string;
  readonly exchanges: readonly number[];
}

interface Sent {
  readonly basketId: string;
  readonly exchange: number;
  readonly at: number;
}

/** Recalculations and locks of requests without a code. */
export interface UnaskedCodes {
  readonly see: (exchange: Exchange) => Finding | undefined;
  /** Seen in one basket only. */
  readonly single: () => Finding | undefined;
}

/**
 * Resources › BasketPrice › discounts: what is applied to this basket. A shop may apply a code by itself, to some contents, or from some
 * moment on. One that is in force in an answer whose request had none, while the same contents had none before and have
 * none afterwards, whichever basket holds them, and that was only just sent with another basket, and never with this one, is that one's.
 */
export const createUnaskedCodes = (budget: ByteBudget): UnaskedCodes => {
  const sent = createMemory<Sent>(budget, { most: 2_000 });
  /** Pairs of a basket and a code that was sent with it, or that it was retrieved with. */
  const own = createMemory<true>(budget);
  /** Codes that the shop showed before anybody sent them. */
  const theirs = createMemory<true>(budget, { most: 2_000 });
  /** Baskets that a run had made for nobody, whoever the shop calls nobody. */
  const nobodys = createMemory<true>(budget);
  /** By contents, the last answer without a code, to a request without one. */
  const plain = createMemory<number>(budget, { most: 2_000 });
  const suspects = createMemory<Suspected>(budget, { most: 2_000 });
  const told = new Map<string, Finding>();
  const pairOf = (basketId: unknown, code: string): string => JSON.stringify([basketId, code]);
  const ofOwn = (exchange: Exchange, answered: unknown): void => {
    const scanned = scannedBasket(exchange);
    if (scanned === undefined) return;
    const { made } = exchange.facts;
    if (made !== undefined && made.loggedUser === undefined)
      for (const one of [scanned, answered]) nobodys.set(String(one), true);
    for (const code of codesInForce(answeredBasket(exchange)?.price)) {
      own.set(pairOf(scanned, code), true);
      own.set(pairOf(answered, code), true);
    }
  };
  const send = (exchange: Exchange, basketId: string): void => {
    for (const code of codesAsked(requestIn(exchange)))
      if (typeof code === 'string') {
        sent.set(code, { basketId, exchange: exchange.n, at: exchange.answeredAt });
        own.set(pairOf(basketId, code), true);
      }
  };
  const anothersIn = ({ at }: Exchange, codes: readonly string[], ids: readonly unknown[]) =>
    codes.flatMap((code) => {
      const last = sent.get(code);
      const isNear = last !== undefined && at - last.at < recentMs && !theirs.has(code);
      return isNear && !ids.some((one) => own.has(pairOf(one, code))) ? [{ code, last }] : [];
    })[0];
  return {
    see(exchange) {
      const { call, n } = exchange;
      const answer = answeredBasket(exchange);
      const basketId = requestedBasket(exchange);
      const isAsked = call.name === 'recalculation' || call.name === 'lock';
      if (isPartlyKept(exchange.request.body)) return undefined;
      if (isAsked && basketId !== undefined) send(exchange, basketId);
      const codes = codesInForce(answer?.price);
      for (const code of codes) if (!sent.has(code)) theirs.set(code, true);
      if (answer === undefined) return undefined;
      ofOwn(exchange, answer.id);
      const request = requestIn(exchange);
      const isOfNobody = request['loggedUser'] === undefined && answer.loggedUser === undefined;
      const isNobodys = isOfNobody || nobodys.has(basketId ?? String(answer.id));
      if (!isNobodys || codesAsked(request).length > 0) return undefined;
      const contents = contentsOf(answer);
      // What a shop applies by itself it may apply from the first recalculation on, so that a retrieval comes before, and says nothing afterwards.
      if (call.name === 'retrieval' && discountsOf(answer.price).length === 0 && !suspects.has(contents))
        plain.set(contents, n);
      if (!isAsked || basketId === undefined) return undefined;
      const suspected = suspects.get(contents);
      if (discountsOf(answer.price).length === 0) {
        plain.set(contents, n);
        suspects.delete(contents);
        if (suspected === undefined || told.has(suspected.basketId)) return undefined;
        const finding = findingOf(suspected, n);
        if (told.size < 2) told.set(suspected.basketId, finding);
        return told.size > 1 ? finding : undefined;
      }
      const before = plain.get(contents);
      const anothers = anothersIn(exchange, codes, [basketId, answer.id]);
      if (before === undefined || anothers === undefined || theirs.hasForgotten() || own.hasForgotten())
        return undefined;
      const { code, last } = anothers;
      if (!isOfNobody && !nobodys.has(last.basketId)) return undefined;
      suspects.set(contents, { code, basketId, pointer: '/price/discounts', exchanges: [before, last.exchange, n] });
      return undefined;
    },
    single: () => (told.size === 1 ? told.values().next().value : undefined),
  };
};

/** What there is any of, and whose it is. */
const contentsOf = ({ lines, loggedUser }: Pick<AnsweredBasket, 'lines' | 'loggedUser'>): string =>
  shortened(
    inAnyOrder(lines.flatMap(({ id, quantity, unitPrice }) => (quantity === 0 ? [] : [[id, quantity, unitPrice]])))
      .concat(JSON.stringify(loggedUser ?? null))
      .join(),
  );

const findingOf = ({ code, pointer, exchanges }: Suspected, n: number): Finding => ({
  message:
    'A request without a discount code was answered with one that had only just been sent with another basket, while the same products are answered without it before and afterwards; keep nothing of one request where another can reach it.',
  expected: 'no discount, as before and afterwards',
  actual: `discount code ${JSON.stringify(code)}, of another basket`,
  pointer,
  exchanges: [...exchanges, n],
  cause: 'code of another request',
});
