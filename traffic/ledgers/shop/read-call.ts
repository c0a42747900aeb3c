import { instantOf } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { isPartlyKept as isPartly, readAnswer } from '../../judging/answer.ts';
import { shortened } from '../../retention/shortened.ts';
import { basketIn, countedLines, linesIn } from './answers.ts';
import { clearCodes, codesOf } from './discounts.ts';
import { contentsOf, totals } from './quantities.ts';
import { requestedBasket, requestIn, scannedBasket } from './requested-basket.ts';

export const callKinds = ['retrieval', 'recalculation', 'lock', 'basketChange'] as const;
export type CallKind = (typeof callKinds)[number];

/** One call about a basket, as far as it can be read. */
export type CallRead = ReturnType<typeof readCall>;

export const readCall = (exchange: Exchange, kind: CallKind) => {
  const { n, at, answeredAt, facts } = exchange;
  const isPartlyKept = isPartly(exchange.request.body);
  const request = isPartlyKept ? {} : requestIn(exchange);
  const read = kind === 'basketChange' ? undefined : readAnswer(exchange);
  const answer = read?.kind === 'answered' && isObject(read.body) ? read.body : {};
  const basket = basketIn(answer);
  const shown = kind === 'basketChange' ? basketIn(request) : basket;
  const counted = shown && countedLines(shown.lines);
  const lines = basket && counted;
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
    /** As it was answered or pushed. */
    shown,
    /** Its lines where all can be counted; `lines` are none of a push. */
    counted,
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
