import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import {
  answeredBasket,
  discountsOf,
  hasError,
  isAmount,
  pricedBasket,
  grossOf,
} from '../../../ledgers/shop/answers.ts';

/** So many unlike reductions have to be written so. */
const telling = 3;
/** A reduction of less comes to nearly nothing in another unit. */
const counting = 300;

/** What a basket costs less than its lines, and the values of its discounts. */
interface Reduced {
  readonly value: number;
  readonly reduction: number;
  readonly exchange: number;
}

/** Baskets with discounts, whose values may not be what they cost less. */
export interface DiscountUnits {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Resources › Conventions, BasketPriceDiscount › value: the value of the discount, in 1/100 of the currency unit. What a basket costs
 * less than its lines may come of more than its codes, and lines may cost less by themselves. Where unlike baskets cost less by just
 * a hundred times the values each, or all by just so many per cent as the one value of a code says, it is in whole units or a percentage.
 */
export const createDiscountUnits = (): DiscountUnits => {
  let whole: readonly Reduced[] = [];
  let percent: readonly Reduced[] = [];
  return {
    see(exchange) {
      const read = reducedIn(exchange);
      if (read === undefined) return undefined;
      const { values, reduction, lines } = read;
      const value = values.reduce((sum, one) => sum + one, 0);
      const now = { value, reduction, exchange: exchange.n };
      if (reduction >= counting && Math.abs(reduction / 100 - value) < values.length) whole = added(whole, now);
      const isShare = Math.abs((lines * value) / 100 - reduction) < 1;
      if (isShare && values.length === 1 && value <= 100 && reduction > value) {
        const alike = percent.filter((one) => one.value === value);
        percent = added(alike, now);
      }
      const isWhole = whole.length >= telling && new Set(whole.map((one) => one.value)).size > 1;
      const isPercent = percent.length >= telling && percent.filter((one) => one.reduction >= counting).length > 1;
      if (!isWhole && !isPercent) return undefined;
      const all = isWhole ? whole : percent;
      [whole, percent] = [[], []];
      const [first = now] = all;
      return {
        message: `The value of a discount is ${isWhole ? 'in whole units of the currency' : 'the percentage'}: baskets with it cost ${all.map((one) => one.reduction).join(', ')} less than their lines. Write what the discount takes off, in 1/100 of the currency unit.`,
        expected: `value ${first.reduction}, which is what the basket costs less`,
        actual: `value ${first.value}`,
        pointer: '/price/discounts',
        exchanges: all.map((one) => one.exchange),
        cause: isWhole ? 'value of a discount in whole units' : 'percentage as value of a discount',
      };
    },
  };
};

const added = (list: readonly Reduced[], now: Reduced): readonly Reduced[] =>
  list.some(({ reduction }) => reduction === now.reduction) ? list : [...list, now].slice(-mostKept);
const mostKept = 6;

/** Rounded down each, more of them may come to nearly anything. */
const mostCodes = 2;

interface Read {
  /** Of those in force. */
  readonly values: readonly number[];
  readonly reduction: number;
  readonly lines: number;
}

/** Undefined where amounts cannot be read, something is short, no discount is in force, or many are. */
const reducedIn = (exchange: Exchange): Read | undefined => {
  const basket = pricedBasket(exchange);
  if (basket === undefined || basket.isShort || isPartlyKept(exchange.request.body)) return undefined;
  const inForce = discountsOf(answeredBasket(exchange)?.price).filter((discount) => !hasError(discount));
  const values = inForce.flatMap(({ value }) => (isAmount(value) && value > 0 ? [value] : []));
  if (values.length === 0 || values.length > mostCodes || values.length < inForce.length) return undefined;
  const lines = grossOf(basket.lines);
  return { values, reduction: lines - basket.basketValue, lines };
};
