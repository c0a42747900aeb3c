import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { readAnswer } from '../../judging/answer.ts';
import { readOnce } from '../../retention/read-once.ts';
import { requestIn } from './requested-basket.ts';

/** A basket as a call was answered with it. What cannot be read in it is judged by its schema. */
export interface AnsweredBasket {
  readonly id: unknown;
  readonly expiresAt: unknown;
  readonly price: JsonObject;
  readonly loggedUser: unknown;
  readonly deliveryOptions: unknown;
  /** Each product that is an object; nothing stands for any other. */
  readonly lines: readonly JsonObject[];
}

/** Undefined where the answer is no basket, or has no list of products. */
export const answeredBasket = readOnce((exchange: Exchange): AnsweredBasket | undefined => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  if (read.kind !== 'answered' || !isObject(read.body)) return undefined;
  const { id, expiresAt, price, loggedUser, deliveryOptions } = read.body;
  const lines = linesIn(read.body);
  return lines && { id, expiresAt, price: isObject(price) ? price : {}, loggedUser, deliveryOptions, lines };
});

/** A basket as a call was answered with it, or as it was pushed. */
export const shownBasket = readOnce((exchange: Exchange): AnsweredBasket | undefined => {
  if (exchange.call.name !== 'basketChange') return answeredBasket(exchange);
  const { id, expiresAt, price, loggedUser, deliveryOptions, products } = requestIn(exchange);
  const lines = linesIn({ products });
  return lines && { id, expiresAt, price: isObject(price) ? price : {}, loggedUser, deliveryOptions, lines };
});

/** The products of a basket, sent or answered. */
export const linesIn = ({ products }: JsonObject): readonly JsonObject[] | undefined => objectsIn(products);

/** The discounts of a price, sent or answered; none where they are no list. */
export const discountsOf = (price: unknown): readonly JsonObject[] =>
  (isObject(price) ? objectsIn(price['discounts']) : undefined) ?? [];

export const hasError = ({ error }: { readonly error?: unknown }): boolean => error !== undefined && error !== null;

/** A line as far as it is counted: of an integer quantity. */
export interface CountedLine {
  readonly id: string;
  readonly quantity: number;
  readonly isFree: boolean;
  readonly hasError: boolean;
}

/** Undefined where a line cannot be read. Nothing is said of how the letters of an id are composed. */
export const countedLines = readOnce((lines: readonly JsonObject[]): readonly CountedLine[] | undefined => {
  const counted = lines.flatMap((line): readonly CountedLine[] => {
    const { id, quantity, unitPrice, linePrice } = line;
    if (typeof id !== 'string' || !Number.isSafeInteger(quantity)) return [];
    const isFree = [unitPrice, linePrice].some((price) => typeof price === 'number' && price <= 0);
    return [{ id: id.normalize('NFC'), quantity: Number(quantity), isFree, hasError: hasError(line) }];
  });
  return counted.length < lines.length ? undefined : counted;
});

interface Discount {
  readonly value?: unknown;
  readonly error?: unknown;
}

/** What the discounts without an error take off a basket, in hundredths. */
export const reductionOf = (discounts: readonly Discount[]): number =>
  discounts.reduce((sum, { value, error }) => (isAmount(value) && !hasError({ error }) ? sum + value : sum), 0);

/** What lines come to, before what is taken off the basket. */
export const grossOf = (lines: readonly { readonly linePrice: number }[]): number =>
  lines.reduce((sum, { linePrice }) => sum + linePrice, 0);

export const objectsIn = (list: unknown): readonly JsonObject[] | undefined =>
  Array.isArray(list) ? list.map((one: unknown) => (isObject(one) ? one : {})) : undefined;

export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value);
