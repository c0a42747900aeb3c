import type { Finding } from '#schemas';
import type { Exchange } from '../../exchange.ts';
import type { JsonObject } from '../../json.ts';
import { isPartlyKept } from '../../judging/answer.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { answeredBasket, type AnsweredBasket, discountsOf, grossOf, reductionOf } from '../../ledgers/shop/answers.ts';
import { type ChargedLine, chargedLines } from '../../ledgers/shop/charged-lines.ts';
import { requestedBasket } from '../../ledgers/shop/requested-basket.ts';
import { createMemory } from '../../retention/memory.ts';

/** In so many baskets: of one it may be an accident. */
const telling = 2;
/** Of so many lines in a basket, and so many prices of it. */
const mostLines = 50;
const mostShown = 64;

/** A line as a basket was answered with it. */
interface Shown extends ChargedLine {
  readonly exchange: number;
}

interface Dear {
  readonly basketId: string;
  readonly exchanges: readonly number[];
}

/** Locks in which lines have the price of more than stands there. */
export interface PricesOfMore {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 3: the same as the recalculation response, with the part that is available; Resources › BasketProduct ›
 * linePrice: the price of the products in the line. What fewer cost is the shop's affair, so a line is too dear only at just the
 * price at which more of the product stood in an earlier answer about the basket, each at the price of one, where the basketValue
 * has it in it, and where no recalculation ever had as few at that price.
 */
export const createPricesOfMore = (budget: ByteBudget): PricesOfMore => {
  const baskets = createMemory<readonly Shown[]>(budget, { most: 2_000 });
  /** What as few cost in answers that are no locks: a price of its own. */
  const own = createMemory<true>(budget, { most: 2_000 });
  let found: readonly Dear[] = [];
  const tooDear = (line: ChargedLine, before: readonly Shown[]): Shown | undefined => {
    const { id, quantity, unitPrice, linePrice } = line;
    if (unitPrice <= 0 || linePrice <= quantity * unitPrice || own.has(priceOf(line))) return undefined;
    return before.find(
      (one) =>
        one.id === id &&
        one.quantity > quantity &&
        one.unitPrice === unitPrice &&
        one.linePrice === linePrice &&
        linePrice === one.quantity * unitPrice,
    );
  };
  return {
    see(exchange) {
      const { call, n } = exchange;
      const basket = answeredBasket(exchange);
      const basketId = call.name === 'retrieval' ? basket?.id : requestedBasket(exchange);
      const lines = basket && linesOf(basket.lines);
      if (basket === undefined || lines === undefined || typeof basketId !== 'string') return undefined;
      if (isPartlyKept(exchange.request.body)) return undefined;
      const before = baskets.get(basketId) ?? [];
      if (call.name !== 'lock') {
        for (const line of lines) own.set(priceOf(line), true);
        baskets.set(basketId, [...before, ...lines.map((line) => ({ ...line, exchange: n }))].slice(-mostShown));
        return undefined;
      }
      if (!isSummed(basket, lines) || found.some((one) => one.basketId === basketId)) return undefined;
      for (const line of lines) {
        const more = tooDear(line, before);
        if (more === undefined) continue;
        found = [...found, { basketId, exchanges: [more.exchange, n] }].slice(-telling);
        return found.length < telling ? undefined : findingOf(line, more, found);
      }
      return undefined;
    },
  };
};

const findingOf = (
  { index, id, quantity, unitPrice, linePrice }: ChargedLine,
  more: Shown,
  found: readonly Dear[],
) => ({
  message:
    'A line of a locked basket has the price of more than stands in it, so that the customer pays for what they do not get; work linePrice out from the quantity that stands in the line.',
  expected: `linePrice ${quantity * unitPrice} of ${JSON.stringify(id)} for ${quantity} at ${unitPrice}`,
  actual: `linePrice ${linePrice}, that of ${more.quantity}, and a basketValue with it`,
  pointer: `/products/${index}/linePrice`,
  exchanges: found.flatMap(({ exchanges }) => exchanges),
  cause: 'locked at the price of more',
});

/** Undefined where one of them cannot be read, or a product is split into lines. */
const linesOf = (all: readonly JsonObject[]): readonly ChargedLine[] | undefined => {
  const lines = all.length > mostLines ? undefined : chargedLines(all);
  return new Set(lines?.map(({ id }) => id)).size < all.length ? undefined : lines;
};

const priceOf = ({ id, quantity, unitPrice, linePrice }: ChargedLine): string =>
  JSON.stringify([id, quantity, unitPrice, linePrice]);

/** The basket costs what its lines come to, less its discounts. */
const isSummed = ({ price }: AnsweredBasket, lines: readonly ChargedLine[]): boolean =>
  price['basketValue'] === grossOf(lines) - reductionOf(discountsOf(price));
