import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { answeredBasket, hasError, isAmount, objectsIn } from './answers.ts';
import { type ChargedLine, chargedLines } from './charged-lines.ts';
import { requestIn } from './requested-basket.ts';

/** A basket as it was answered without a discount and without an error. */
export interface UndiscountedBasket {
  readonly id: string;
  readonly lines: readonly ChargedLine[];
  readonly basketValue: number;
  readonly currency: unknown;
  /** That of the request, and that of the answer: prices may be somebody's own. */
  readonly users: readonly [asked: unknown, shown: unknown];
}

/** Undefined where a code was sent or answered, something is short, or amounts cannot be read. */
export const undiscountedBasket = (exchange: Exchange): UndiscountedBasket | undefined => {
  const answer = answeredBasket(exchange);
  if (answer === undefined || isPartlyKept(exchange.request.body)) return undefined;
  const asked = requestIn(exchange);
  const { id, price, loggedUser } = answer;
  const { basketValue, currency } = price;
  if (typeof id !== 'string' || !isAmount(basketValue) || hasCodes(asked['price']) || hasCodes(price)) return undefined;
  const lines = answer.lines.some(hasError) ? undefined : chargedLines(answer.lines);
  return lines && { id, lines, basketValue, currency, users: [asked['loggedUser'], loggedUser] };
};

const hasCodes = (price: unknown): boolean =>
  isObject(price) && price['discounts'] !== undefined && objectsIn(price['discounts'])?.length !== 0;
