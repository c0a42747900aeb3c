import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { answeredBasket, countedLines, hasError, isAmount, objectsIn } from './answers.ts';
import { requestIn } from './requested-basket.ts';

/** A line that nothing is wrong with. */
export interface UndiscountedLine {
  readonly index: number;
  readonly id: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly linePrice: number;
  /** Undefined where they cannot be read. */
  readonly originalUnitPrice: number | undefined;
  readonly originalLinePrice: number | undefined;
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
  if (answer === undefined || isPartlyKept(exchange.request.body)) return undefined;
  const asked = requestIn(exchange);
  const { id, price, loggedUser } = answer;
  const { basketValue, currency } = price;
  if (typeof id !== 'string' || !isAmount(basketValue) || hasCodes(asked['price']) || hasCodes(price)) return undefined;
  const lines = linesOf(answer.lines);
  return lines && { id, lines, basketValue, currency, users: [asked['loggedUser'], loggedUser] };
};

const linesOf = (all: readonly JsonObject[]): readonly UndiscountedLine[] | undefined => {
  const counted = countedLines(all);
  if (counted === undefined || all.some(hasError)) return undefined;
  const lines = counted.flatMap(({ id, quantity }, index): readonly UndiscountedLine[] => {
    const line = all[index] ?? {};
    const [unitPrice, linePrice] = [amountOf(line['unitPrice']), amountOf(line['linePrice'])];
    if (unitPrice === undefined || linePrice === undefined) return [];
    const originalUnitPrice = amountOf(line['originalUnitPrice']);
    const originalLinePrice = amountOf(line['originalLinePrice']);
    return [{ index, id, quantity, unitPrice, linePrice, originalUnitPrice, originalLinePrice }];
  });
  return lines.length < all.length ? undefined : lines;
};

const amountOf = (value: unknown): number | undefined => (isAmount(value) ? value : undefined);

const hasCodes = (price: unknown): boolean =>
  isObject(price) && price['discounts'] !== undefined && objectsIn(price['discounts'])?.length !== 0;
