import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { readAnswer } from '../../judging/answer.ts';

/** A line as far as amounts are read: of an integer quantity and integer prices. */
export interface PricedLine {
  readonly id: string;
  readonly unitPrice: number;
  readonly linePrice: number;
}

/** The amounts of a basket that was answered. */
export interface PricedBasket {
  readonly id: string;
  readonly lines: readonly PricedLine[];
  readonly basketValue: number;
  /** Of the discounts without an error. */
  readonly reduction: number;
  /** Something in it could not be accommodated. */
  readonly isShort: boolean;
}

/** Undefined where it is no basket whose amounts can be read, which is judged by its schema. */
export const pricedBasket = (exchange: Exchange): PricedBasket | undefined => {
  const { name } = exchange.call;
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return undefined;
  const read = readAnswer(exchange);
  if (read.kind !== 'answered' || !isObject(read.body)) return undefined;
  const { id, price, products } = read.body;
  if (typeof id !== 'string' || !isObject(price) || !Array.isArray(products)) return undefined;
  const lines = (products as readonly unknown[]).flatMap(pricedLine);
  const { basketValue } = price;
  if (!isAmount(basketValue) || lines.length < products.length) return undefined;
  return { id, lines, basketValue, reduction: reductionOf(price), isShort: products.some(hasError) };
};

const pricedLine = (line: unknown): readonly PricedLine[] => {
  const { id, unitPrice, linePrice } = isObject(line) ? line : {};
  return typeof id === 'string' && isAmount(unitPrice) && isAmount(linePrice) ? [{ id, unitPrice, linePrice }] : [];
};

const reductionOf = ({ discounts }: JsonObject): number =>
  (Array.isArray(discounts) ? (discounts as readonly unknown[]) : []).reduce<number>((sum, discount) => {
    const { value, error } = isObject(discount) ? discount : {};
    return isAmount(value) && (error === undefined || error === null) ? sum + value : sum;
  }, 0);

const hasError = (line: unknown): boolean => isObject(line) && line['error'] !== undefined && line['error'] !== null;
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value);
