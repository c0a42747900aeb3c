import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import { askedBasketIn } from '../quantities.ts';
import { type UndiscountedBasket, undiscountedBasket } from '../undiscounted.ts';
import { grossOf } from '../answers.ts';
import { inAnyOrder } from '../in-any-order.ts';

interface Known {
  readonly price: number;
  readonly exchange: number;
}

/** Baskets for which none of a product is asked. */
export interface ValueOfNone {
  readonly see: (exchange: Exchange) => Finding | undefined;
}

/**
 * Limits › quantity, minimum 0, and Resources › BasketPrice › basketValue: the price of the basket, of which there is none of a product that is
 * asked for with quantity 0. What comes on top of the lines is left open; where the very same lines were worth what they come
 * to, and are worth as much more as one of that product costs, it is charged for all the same.
 */
export const createValueOfNone = (budget: ByteBudget): ValueOfNone => {
  /** By product, of one. */
  const prices = createMemory<Known>(budget, { most: 2_000 });
  /** By lines, those that were worth what they come to. */
  const summed = createMemory<number>(budget, { most: 2_000 });
  const chargedIn = (exchange: Exchange, basket: UndiscountedBasket, more: number) => {
    const asked = askedBasketIn(exchange)?.quantities ?? new Map<string, number>();
    return [...asked]
      .filter(([id, quantity]) => quantity === 0 && !basket.lines.some((line) => line.id === id && line.quantity > 0))
      .map(([id]) => ({ id, known: prices.get(ofUser(basket, id)) }))
      .find(({ known }) => known?.price === more);
  };
  return {
    see(exchange) {
      const basket = undiscountedBasket(exchange);
      if (basket === undefined) return undefined;
      const { lines, basketValue: value } = basket;
      const sum = grossOf(lines);
      const contents = ofUser(
        basket,
        JSON.stringify(
          inAnyOrder(
            lines.flatMap(({ id, quantity, unitPrice, linePrice }) =>
              quantity > 0 ? [[id, quantity, unitPrice, linePrice]] : [],
            ),
          ),
        ),
      );
      for (const { id, quantity, unitPrice } of lines)
        if (quantity > 0) prices.set(ofUser(basket, id), { price: unitPrice, exchange: exchange.n });
      if (value === sum) {
        summed.set(contents, exchange.n);
        return undefined;
      }
      const twin = value > sum && exchange.call.name !== 'retrieval' ? summed.get(contents) : undefined;
      const charged = twin === undefined ? undefined : chargedIn(exchange, basket, value - sum);
      if (twin === undefined || charged?.known === undefined) return undefined;
      return {
        message:
          'A product that was asked for with quantity 0 is in the basketValue all the same, and in no line; work the value out from the lines that stand beside it.',
        expected: `basketValue ${sum}, as of the same lines before`,
        actual: `basketValue ${value}, which is ${value - sum} more, the price of one ${JSON.stringify(charged.id)}`,
        pointer: '/price/basketValue',
        exchanges: [charged.known.exchange, twin, exchange.n].toSorted((one, other) => one - other),
        cause: 'value of what none is asked of',
      };
    },
  };
};

/** Prices may be somebody's own. */
const ofUser = ({ currency, users: [asked, shown] }: UndiscountedBasket, what: string): string =>
  shortened(JSON.stringify([what, currency, asked ?? shown ?? null]));
