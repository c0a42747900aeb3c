import { instantOf } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { shortened } from '../../retention/shortened.ts';
import { type AnsweredBasket, answeredBasket, type CountedLine, countedLines, linesIn } from './answers.ts';
import { type AnsweredCode, clearCodes, codesOf } from './discounts.ts';
import { contentsOf, type Quantities, totals } from './quantities.ts';
import { requestedBasket, requestIn, scannedBasket } from './requested-basket.ts';
import { type Shown, shownBy } from './shown.ts';

const kinds = ['retrieval', 'recalculation', 'lock', 'basketChange'] as const;

/** One call about a basket, as far as it can be read. Less is needed than for a `BasketStep`. */
export interface CallRead {
  readonly exchange: Exchange;
  readonly kind: (typeof kinds)[number];
  readonly n: number;
  readonly at: number;
  readonly answeredAt: number;
  /** The id that was asked for or pushed. */
  readonly askedId: string | undefined;
  readonly answeredId: string | undefined;
  /** That of the basket: what a retrieval was answered with, else what was asked for. */
  readonly id: string | undefined;
  /** Without any member where it cannot be read, or only a part of it was kept. */
  readonly request: JsonObject;
  readonly isPartlyKept: boolean;
  /** Without any member where it is no object, and of a push. */
  readonly answer: JsonObject;
  /** The same where its products are a list. */
  readonly basket: AnsweredBasket | undefined;
  /** Its lines where all can be counted. */
  readonly lines: readonly CountedLine[] | undefined;
  readonly isShort: boolean;
  /** What a recalculation or a lock asks for, where it can be counted; and the same as one text. */
  readonly quantities: Quantities | undefined;
  readonly contents: string | undefined;
  /** Products, codes and user of such a request, as one text. */
  readonly asked: string | undefined;
  /** Of the request or the push. */
  readonly codesAsked: readonly string[];
  /** Of the answer; `clear` are those that are listed once. */
  readonly codes: readonly AnsweredCode[];
  readonly clear: readonly AnsweredCode[];
  readonly made: Exchange['facts']['made'];
  /** Epoch milliseconds: until when the basket is valid. Undefined where that names no moment. */
  readonly until: number | undefined;
}

export interface BasketCall extends CallRead {
  /** It was made for nobody, whatever the shop calls nobody; or nobody is named. */
  readonly isNobodys: boolean;
  /** Until when it was said to be valid before. */
  readonly untilBefore: number | undefined;
  /** What it was answered with since it was ordered or pushed last. */
  readonly before: readonly Shown[];
}

export interface Calls {
  /** Undefined of every other exchange. */
  readonly see: (exchange: Exchange) => BasketCall | undefined;
  /** It was answered under another id than it was asked for. */
  readonly isRenamed: (id: string) => boolean;
  readonly isNobodys: (id: string) => boolean;
}

const mostShown = 16;

export const createCalls = (budget: ByteBudget): Calls => {
  const shown = createMemory<readonly Shown[]>(budget, { most: 2_000 });
  const ends = createMemory<number>(budget, { most: 2_000 });
  const [nobodys, renamed] = [createMemory<true>(budget), createMemory<true>(budget, { most: 2_000 })];
  const note = ({ made, id, askedId, answeredId, isPartlyKept: isPart }: CallRead): void => {
    if (askedId === undefined || answeredId === undefined || isPart) return;
    if (askedId !== answeredId) for (const one of [askedId, answeredId]) renamed.set(one, true);
    if (made !== undefined && made.loggedUser === undefined)
      for (const one of [id, askedId]) nobodys.set(one ?? askedId, true);
  };
  const isNobodys = ({ made, id, request, answer }: CallRead): boolean =>
    made === undefined
      ? nobodys.has(id ?? '') || [request, answer].every(({ loggedUser }) => (loggedUser ?? undefined) === undefined)
      : made.loggedUser === undefined;
  return {
    see(exchange) {
      const kind = kinds.find((one) => one === exchange.call.name);
      if (kind === undefined) {
        if (exchange.call.name === 'order') shown.delete(requestedBasket(exchange) ?? '');
        return undefined;
      }
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
    isRenamed: renamed.has,
    isNobodys: nobodys.has,
  };
};

const readCall = (exchange: Exchange, kind: CallRead['kind']): CallRead => {
  const { n, at, answeredAt, facts } = exchange;
  const isPart = isPartlyKept(exchange.request.body);
  const request = isPart ? {} : requestIn(exchange);
  const isAsked = kind === 'recalculation' || kind === 'lock';
  const read = kind === 'basketChange' ? undefined : readAnswer(exchange);
  const answer = read?.kind === 'answered' && isObject(read.body) ? read.body : {};
  const basket = answeredBasket(exchange);
  const lines = basket && countedLines(basket.lines);
  const askedId = kind === 'retrieval' ? scannedBasket(exchange) : requestedBasket(exchange);
  const answeredId = typeof answer['id'] === 'string' ? answer['id'] : undefined;
  const asked = isAsked && !isPart ? countedLines(linesIn(request) ?? [{}]) : undefined;
  const quantities = asked && totals(asked);
  const contents = quantities && contentsOf(quantities);
  const codesAsked = codesOf(request['price']).map(({ code }) => code);
  const codes = basket === undefined ? [] : codesOf(basket.price);
  const user = request['loggedUser'] ?? null;
  return {
    exchange,
    kind,
    n,
    at,
    answeredAt,
    askedId,
    answeredId,
    id: kind === 'retrieval' ? answeredId : askedId,
    request,
    isPartlyKept: isPart,
    answer,
    basket,
    lines,
    isShort: lines?.some((line) => line.hasError) ?? false,
    quantities,
    contents,
    asked: contents && shortened(JSON.stringify([contents, codesAsked.toSorted(), user])),
    codesAsked,
    codes,
    clear: clearCodes(codes),
    made: facts.made,
    until: answeredId === undefined ? undefined : instantOf(answer['expiresAt']),
  };
};
