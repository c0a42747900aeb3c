import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import { answeredBasket, countedLines, discountsOf, hasError, isAmount, linesIn } from '../answers.ts';
import { requestIn } from '../requested-basket.ts';

/** So many unlike shortages. */
const telling = 3;

/** Baskets in which something is short, at another price than that of what is there. */
export interface ValueWhenShort {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

interface Read {
  readonly value: number;
  readonly sum: number;
  /** What the pieces cost that were asked for and are not there. */
  readonly missing: number;
  /** What the pieces cost that are there of products that are short. */
  readonly left: number;
}

/** By how much the value is not what the lines come to. */
interface Slip {
  readonly by: (read: Read) => number;
  readonly message: string;
  readonly how: (by: number) => string;
  readonly cause: string;
}

const slips: readonly Slip[] = [
  {
    by: ({ missing }) => missing,
    message:
      'Baskets in which products are short are worth what all that was asked for would cost; work the basketValue out from the part that is available.',
    how: (by) => `which is ${by} more, the price of the pieces that are missing`,
    cause: 'value of what is short',
  },
  {
    by: ({ left }) => -left,
    message:
      'Baskets in which products are short are worth nothing for what is left of those; the part that is available belongs to the basket, and its price to the basketValue.',
    how: (by) => `which is ${-by} less, the price of what is left of products that are short`,
    cause: 'value without what is left',
  },
];

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available, and Resources ›
 * BasketPrice › basketValue is the price of that basket. What comes on top of the lines is left open; where it is just what the
 * pieces would cost that are missing, of unlike shortages, and is never left out, the customer pays for what they do not get. Where
 * it is just that less which is left of what is short, they get it for nothing.
 */
export const createValueWhenShort = (): ValueWhenShort => {
  const sights = slips.map(createSight);
  return {
    see(exchange) {
      const read = sights.every(({ isOver }) => isOver()) ? undefined : readIn(exchange);
      if (read === undefined) return undefined;
      let finding: Finding | undefined;
      for (const { see } of sights) finding ??= see(read, exchange.n);
      return finding;
    },
  };
};

interface Seen {
  readonly by: number;
  readonly exchange: number;
}

const createSight = ({ by, message, how, cause }: Slip) => {
  /** Some basket costs what its lines come to, where that would show. */
  let isRight = false;
  let seen: readonly Seen[] = [];
  return {
    isOver: () => isRight,
    see(read: Read, exchange: number): Finding | undefined {
      const { value, sum } = read;
      const off = by(read);
      if (isRight || off === 0) return undefined;
      isRight = value === sum;
      if (value !== sum + off || seen.some((one) => one.by === off)) return undefined;
      seen = [...seen, { by: off, exchange }];
      if (seen.length < telling) return undefined;
      const exchanges = seen.map((one) => one.exchange);
      seen = [];
      return {
        message,
        expected: `basketValue ${sum}, that of the lines`,
        actual: `basketValue ${value}, ${how(off)}`,
        pointer: '/price/basketValue',
        exchanges,
        cause,
      };
    },
  };
};

/** Undefined where nothing is short, codes are in force, or one of the two cannot be read. */
const readIn = (exchange: Exchange): Read | undefined => {
  const { name } = exchange.call;
  if ((name !== 'recalculation' && name !== 'lock') || isPartlyKept(exchange.request.body)) return undefined;
  const { lines = [], price } = answeredBasket(exchange) ?? {};
  const value = price?.['basketValue'];
  if (!isAmount(value) || !lines.some(hasError) || !discountsOf(price).every(hasError)) return undefined;
  const asked = quantitiesOf(linesIn(requestIn(exchange)) ?? []);
  const held = quantitiesOf(lines);
  if (asked === undefined || held === undefined) return undefined;
  let [sum, missing, left] = [0, 0, 0];
  for (const { id, unitPrice, linePrice, ...line } of lines) {
    if (!isAmount(unitPrice) || !isAmount(linePrice)) return undefined;
    sum += linePrice;
    if (!hasError(line) || typeof id !== 'string') continue;
    const key = id.normalize('NFC');
    left += linePrice;
    missing += unitPrice * ((asked.get(key) ?? 0) - (held.get(key) ?? 0));
  }
  return missing > 0 ? { value, sum, missing, left } : undefined;
};

/** Undefined where one cannot be read, or a product is split into lines. */
const quantitiesOf = (lines: Parameters<typeof countedLines>[0]): ReadonlyMap<string, number> | undefined => {
  const counted = countedLines(lines);
  const all = new Map(counted?.map(({ id, quantity }) => [id, quantity]));
  return all.size === lines.length ? all : undefined;
};
