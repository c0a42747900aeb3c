import type { JsonObject } from '../../json.ts';
import { shortened } from '../../retention/shortened.ts';
import { type AnsweredBasket, discountsOf, isAmount } from './answers.ts';
import type { CallRead } from './read-call.ts';
import { contentsOf, lessThan, moreThan, totals } from './quantities.ts';

/** What a basket was answered with: as texts, in which the order of lines and discounts makes no difference. */
export interface Shown {
  readonly kind: CallRead['kind'];
  readonly n: number;
  readonly answeredAt: number;
  /** What was asked for; undefined of a retrieval, and where it cannot be read. */
  readonly asked: string | undefined;
  readonly contents: string | undefined;
  readonly lines: string;
  readonly codes: string;
  /** In words. */
  readonly price: string;
  /** Whether the price is one by its schema, as far as the currency and amounts go. */
  readonly isReadable: boolean;
  /** The basketValue alone. */
  readonly value: unknown;
  /** Contents that it shows whole and without an error. */
  readonly whole: readonly string[];
  /** Just so much as was asked for. */
  readonly isExact: boolean;
}

export const shownBy = (call: CallRead, { lines, price }: AnsweredBasket): Shown => {
  const { kind, n, answeredAt, asked, contents, quantities } = call;
  return {
    kind,
    n,
    answeredAt,
    asked,
    contents,
    lines: shortened(each(lines, ['id', 'quantity', 'unitPrice', 'linePrice', 'error']).toSorted().join(' ')),
    codes: shortened(discountsIn(price, ['code', 'error'])),
    price: priceInWords(price),
    isReadable: isReadable(price),
    value: price['basketValue'],
    whole: wholeIn(call),
    isExact: quantities !== undefined && call.lines !== undefined && moreThan(quantities, call.lines).length === 0,
  };
};

const wholeIn = ({ kind, lines, isShort, quantities, contents }: CallRead): readonly string[] => {
  if (lines === undefined || isShort) return [];
  if (kind !== 'retrieval') {
    const isWhole = quantities !== undefined && lessThan(quantities, lines).length === 0;
    return isWhole && contents !== undefined ? [contents] : [];
  }
  // What is free may be sent back or not: a gift, a deposit, or a product at no price.
  const [all, paid] = [totals(lines), totals(lines.filter(({ isFree }) => !isFree))];
  return [...new Set([all, paid, new Map([...all, ...paid])].map(contentsOf))];
};

/** Nothing is said of how the letters of an id or a code are composed. */
const each = (things: readonly JsonObject[], members: readonly string[]): readonly string[] =>
  things.map((thing) => JSON.stringify(members.map((member) => thing[member] ?? null)).normalize('NFC'));

/** Nothing forbids to list one twice. */
const discountsIn = (price: JsonObject, members: readonly string[]): string =>
  [...new Set(each(discountsOf(price), members))].toSorted().join(' ');

/** The case of a currency is not stated. */
const priceInWords = (price: JsonObject): string => {
  const discounts = discountsIn(price, ['code', 'value', 'error']);
  const currency = JSON.stringify(price['currency'] ?? null).toUpperCase();
  const value = JSON.stringify(price['basketValue']);
  return `basketValue ${value} ${currency}${discounts === '' ? '' : `, discounts ${discounts}`}`;
};

const isReadable = (price: JsonObject): boolean =>
  isNotNegative(price['basketValue']) &&
  typeof price['currency'] === 'string' &&
  discountsOf(price).every(({ code, value }) => typeof code === 'string' && isNotNegative(value));

/** Limits: minimum 0. */
const isNotNegative = (amount: unknown): boolean => isAmount(amount) && amount >= 0;
