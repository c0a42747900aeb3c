import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { JsonObject } from '../../../json.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { createMemory } from '../../memory.ts';
import { answeredBasket, discountsOf, hasError } from '../answers.ts';

/** So many answers. */
const telling = 2;

/** Baskets in which a product is short. */
export interface WorthlessWhenShort {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available, and Resources ›
 * BasketPrice › basketValue is the price of that basket. How it comes of the lines is left open, a shop may give goods away, and a
 * customer may have something to their credit; one where goods are worth something in every basket, be it as little, and
 * nothing in those of the same customer, or of none, in which a product is short, takes the rest for lost.
 */
export const createWorthlessWhenShort = (budget: ByteBudget): WorthlessWhenShort => {
  /** By user, what the goods came to of the smallest basket that was worth anything. */
  const smallest = createMemory<number>(budget, { most: 2_000 });
  let givesAway = false;
  let found: readonly number[] = [];
  return {
    see(exchange) {
      const { lines = [], price, loggedUser } = answeredBasket(exchange) ?? {};
      const value = price?.['basketValue'];
      const goods = lines.filter(isGoods);
      const sum = sumOf(lines);
      if (givesAway || typeof value !== 'number' || goods.length === 0) return undefined;
      // Any code may be worth all there is.
      if (discountsOf(price).length > 0) return undefined;
      const user = JSON.stringify(loggedUser ?? null);
      const known = smallest.get(user);
      if (!lines.some(hasError)) {
        if (value > 0) smallest.set(user, Math.min(sum, known ?? sum));
        else givesAway = true;
        return undefined;
      }
      if (value > 0) found = [];
      if (value > 0 || known === undefined || sum < known || sum <= 0) return undefined;
      found = [...found, exchange.n].slice(-telling);
      if (found.length < telling) return undefined;
      const exchanges = found;
      found = [];
      return {
        message:
          'A basket in which one product is short is worth nothing, though it holds others that can be had and cost something; work the basketValue out from the part that is available.',
        expected: `a basketValue for ${goods.map(({ linePrice }) => `linePrice ${String(linePrice)}`).join(', ')}`,
        actual: `basketValue ${value}`,
        pointer: '/price/basketValue',
        exchanges,
        cause: 'worthless when short',
      };
    },
  };
};

const isGoods = (line: JsonObject): boolean =>
  !hasError(line) && ['quantity', 'unitPrice', 'linePrice'].every((name) => Number(line[name]) > 0);

/** With what is taken off in lines of their own. */
const sumOf = (lines: readonly JsonObject[]): number =>
  lines.reduce((sum, line) => (hasError(line) ? sum : sum + (Number(line['linePrice']) || 0)), 0);
