import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import { answeredBasket, countedLines, discountsOf, hasError, isAmount, linesIn } from './answers.ts';
import { requestIn } from './requested-basket.ts';

/** So many unlike shortages. */
const telling = 3;

interface Charged {
  readonly missing: number;
  readonly exchange: number;
}

/** Baskets in which something is short, at the price of all that was asked for. */
export interface ValueOfAsked {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available, and Resources ›
 * BasketPrice › basketValue is the price of that basket. What comes on top of the lines is left open; where it is just what the
 * pieces would cost that are missing, of unlike shortages, and is never left out, the customer pays for what they do not get.
 */
export const createValueOfAsked = (): ValueOfAsked => {
  let isOfAvailable = false;
  let charged: readonly Charged[] = [];
  return {
    see(exchange) {
      const read = isOfAvailable ? undefined : missingIn(exchange);
      if (read === undefined) return undefined;
      const { value, sum, missing } = read;
      isOfAvailable = value === sum;
      if (value !== sum + missing || charged.some((one) => one.missing === missing)) return undefined;
      charged = [...charged, { missing, exchange: exchange.n }];
      if (charged.length < telling) return undefined;
      const exchanges = charged.map((one) => one.exchange);
      charged = [];
      return {
        message:
          'Baskets in which products are short are worth what all that was asked for would cost; work the basketValue out from the part that is available.',
        expected: `basketValue ${sum}, that of the lines`,
        actual: `basketValue ${value}, which is ${missing} more, the price of the pieces that are missing`,
        pointer: '/price/basketValue',
        exchanges,
        cause: 'value of what is short',
      };
    },
  };
};

interface Missing {
  readonly value: number;
  readonly sum: number;
  /** What the pieces cost that were asked for and are not there. */
  readonly missing: number;
}

/** Undefined where nothing is short, codes are in force, or one of the two cannot be read. */
const missingIn = (exchange: Exchange): Missing | undefined => {
  const { name } = exchange.call;
  if ((name !== 'recalculation' && name !== 'lock') || isPartlyKept(exchange.request.body)) return undefined;
  const { lines = [], price } = answeredBasket(exchange) ?? {};
  const value = price?.['basketValue'];
  if (!isAmount(value) || !lines.some(hasError) || !discountsOf(price).every(hasError)) return undefined;
  const asked = quantitiesOf(linesIn(requestIn(exchange)) ?? []);
  const held = quantitiesOf(lines);
  if (asked === undefined || held === undefined) return undefined;
  let [sum, missing] = [0, 0];
  for (const { id, unitPrice, linePrice, ...line } of lines) {
    if (!isAmount(unitPrice) || !isAmount(linePrice)) return undefined;
    sum += linePrice;
    if (!hasError(line) || typeof id !== 'string') continue;
    const key = id.normalize('NFC');
    missing += unitPrice * ((asked.get(key) ?? 0) - (held.get(key) ?? 0));
  }
  return missing > 0 ? { value, sum, missing } : undefined;
};

/** Undefined where one cannot be read, or a product is split into lines. */
const quantitiesOf = (lines: Parameters<typeof countedLines>[0]): ReadonlyMap<string, number> | undefined => {
  const counted = countedLines(lines);
  const all = new Map(counted?.map(({ id, quantity }) => [id, quantity]));
  return all.size === lines.length ? all : undefined;
};
