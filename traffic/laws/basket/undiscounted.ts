import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import { answeredBasket, countedLines, hasError, objectsIn } from './answers.ts';

/** A line that nothing is wrong with. */
export interface UndiscountedLine {
  readonly index: number;
  readonly id: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly linePrice: number;
}

/** A basket as it was answered without a discount and without an error. */
export interface UndiscountedBasket {
  readonly id: string;
  readonly lines: readonly UndiscountedLine[];
  readonly basketValue: number;
  readonly currency: unknown;
  /** That of the request, and that of the answer: prices may be somebody's own. */
  readonly users: readonly [asked: unknown, shown: unknown];
}

/** Undefined where a code was sent or answered, something is short, or amounts cannot be read. */
export const undiscountedBasket = (exchange: Exchange): UndiscountedBasket | undefined => {
  const answer = answeredBasket(exchange);
  const { body } = exchange.request;
  if (answer === undefined || isPartlyKept(body)) return undefined;
  const whole: unknown = body.json.ok ? body.json.value : undefined;
  const asked = isObject(whole) ? whole : {};
  const { id, price } = answer;
  const { basketValue, currency } = price;
  if (typeof id !== 'string' || !isAmount(basketValue) || hasCodes(asked['price']) || hasCodes(price)) return undefined;
  const lines = linesOf(answer.lines);
  if (lines === undefined) return undefined;
  const read = readAnswer(exchange);
  const shown = read.kind === 'answered' && isObject(read.body) ? read.body['loggedUser'] : undefined;
  return { id, lines, basketValue, currency, users: [asked['loggedUser'], shown] };
};

const linesOf = (all: readonly JsonObject[]): readonly UndiscountedLine[] | undefined => {
  const counted = countedLines(all);
  if (counted === undefined || all.some(hasError)) return undefined;
  const lines = counted.flatMap(({ id, quantity }, index): readonly UndiscountedLine[] => {
    const { unitPrice, linePrice } = all[index] ?? {};
    return isAmount(unitPrice) && isAmount(linePrice) ? [{ index, id, quantity, unitPrice, linePrice }] : [];
  });
  return lines.length < all.length ? undefined : lines;
};

const hasCodes = (price: unknown): boolean =>
  isObject(price) && price['discounts'] !== undefined && objectsIn(price['discounts'])?.length !== 0;

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value);
