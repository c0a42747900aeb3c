import { instantOf } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { isPartlyKept as isPartly, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { shortened } from '../../retention/shortened.ts';
import { answeredBasket, countedLines, linesIn } from './answers.ts';
import { clearCodes, codesOf } from './discounts.ts';
import { contentsOf, totals } from './quantities.ts';
import { requestedBasket, requestIn, scannedBasket } from './requested-basket.ts';
import { type Shown, shownBy } from './shown.ts';

const kinds = ['retrieval', 'recalculation', 'lock', 'basketChange'] as const;

/** One call about a basket, as far as it can be read. Less is needed than for a `BasketStep`. */
export type CallRead = ReturnType<typeof readCall>;

export interface BasketCall extends CallRead {
  /** It was made for nobody, whatever the shop calls nobody; or nobody is named. */
  readonly isNobodys: boolean;
  /** Until when it was said to be valid before. */
  readonly untilBefore: number | undefined;
  /** What it was answered with since it was ordered or pushed last. */
  readonly before: readonly Shown[];
}

export type Calls = ReturnType<typeof createCalls>;

const mostShown = 16;

export const createCalls = (budget: ByteBudget) => {
  const weigh = (all: readonly Shown[]): number => all.reduce((sum, { price }) => sum + 800 + 2 * price.length, 0);
  const shown = createMemory<readonly Shown[]>(budget, { most: 2_000, weigh });
  const ends = createMemory<number>(budget, { most: 2_000 });
  const [nobodys, renamed] = [createMemory<true>(budget), createMemory<true>(budget, { most: 2_000 })];
  const note = ({ made, id, askedId, answeredId, isPartlyKept }: CallRead): void => {
    if (askedId === undefined || answeredId === undefined || isPartlyKept) return;
    if (askedId !== answeredId) for (const one of [askedId, answeredId]) renamed.set(one, true);
    if (made !== undefined && made.loggedUser === undefined)
      for (const one of [id, askedId]) nobodys.set(one ?? askedId, true);
  };
  const isNobodys = ({ made, id, request, answer }: CallRead): boolean =>
    made === undefined
      ? nobodys.has(id ?? '') || [request, answer].every(({ loggedUser }) => (loggedUser ?? undefined) === undefined)
      : made.loggedUser === undefined;
  return {
    /** Undefined of every other exchange. */
    see(exchange: Exchange): BasketCall | undefined {
      const kind = kinds.find((one) => one === exchange.call.name);
      if (exchange.call.name === 'order') shown.delete(requestedBasket(exchange) ?? '');
      if (kind === undefined) return undefined;
      const read = readCall(exchange, kind);
      note(read);
      const { id = '', answeredId = '', until } = read;
      const [untilBefore, before] = [ends.get(answeredId), shown.get(id) ?? []];
      if (until !== undefined) ends.set(answeredId, until);
      if (kind === 'basketChange') shown.delete(id);
      else if (read.basket !== undefined && !read.isPartlyKept)
        shown.set(id, [...before, shownBy(read, read.basket)].slice(-mostShown));
      return { ...read, isNobodys: isNobodys(read), untilBefore, before };
    },
    /** It was answered under another id than it was asked for. */
    isRenamed: renamed.has,
    isNobodys: nobodys.has,
  };
};

const readCall = (exchange: Exchange, kind: (typeof kinds)[number]) => {
  const { n, at, answeredAt, facts } = exchange;
  const isPartlyKept = isPartly(exchange.request.body);
  const request = isPartlyKept ? {} : requestIn(exchange);
  const read = kind === 'basketChange' ? undefined : readAnswer(exchange);
  const answer = read?.kind === 'answered' && isObject(read.body) ? read.body : {};
  const basket = answeredBasket(exchange);
  const lines = basket && countedLines(basket.lines);
  const askedId = kind === 'retrieval' ? scannedBasket(exchange) : requestedBasket(exchange);
  const answeredId = typeof answer['id'] === 'string' ? answer['id'] : undefined;
  const products = kind === 'recalculation' || kind === 'lock' ? linesIn(request) : undefined;
  const asked = products && countedLines(products);
  const quantities = asked && totals(asked);
  const contents = quantities && contentsOf(quantities);
  const codesAsked = codesOf(request['price']).map(({ code }) => code);
  const codes = codesOf(basket?.price);
  return {
    exchange,
    kind,
    n,
    at,
    answeredAt,
    /** The id that was asked for or pushed. */
    askedId,
    answeredId,
    /** That of the basket: what a retrieval was answered with, else what was asked for. */
    id: kind === 'retrieval' ? answeredId : askedId,
    /** Without any member where it cannot be read, or only a part of it was kept. */
    request,
    isPartlyKept,
    /** Without any member where it is no object, and of a push. */
    answer,
    /** The same where its products are a list. */
    basket,
    /** Its lines where all can be counted. */
    lines,
    isShort: lines?.some(({ hasError }) => hasError) ?? false,
    /** What a recalculation or a lock asks for, where it can be counted; and the same as one text. */
    quantities,
    contents,
    /** Products, codes and user of such a request, as one text. */
    asked: contents && shortened(JSON.stringify([contents, codesAsked.toSorted(), request['loggedUser'] ?? null])),
    /** Of the request or the push. */
    codesAsked,
    /** Of the answer; `clear` are those that are listed once. */
    codes,
    clear: clearCodes(codes),
    made: facts.made,
    /** Epoch milliseconds: until when the basket is valid. Undefined where that names no moment. */
    until: answeredId === undefined ? undefined : instantOf(answer['expiresAt']),
  };
};
