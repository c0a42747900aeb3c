import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isPartlyKept } from '../../../judging/answer.ts';
import { answeredBasket, countedLines } from '../../../ledgers/shop/answers.ts';
import { askedBasketIn, totals } from '../../../ledgers/shop/quantities.ts';

const none = '';

/**
 * Resources › BasketProduct › id: unique product ID. A line without a name stands, in the quantity that was asked for, where a product
 * of the request does not stand at all: nobody knows any more what is in the basket. What a shop adds of its own says nothing.
 */
export const unnamedIn = (exchange: Exchange): Finding | undefined => {
  if (exchange.call.name !== 'recalculation' || isPartlyKept(exchange.request.body)) return undefined;
  const quantities = askedBasketIn(exchange)?.quantities;
  const basket = answeredBasket(exchange);
  const lines = basket && countedLines(basket.lines);
  if (quantities === undefined || lines === undefined || quantities.has(none)) return undefined;
  const answered = totals(lines);
  for (const [product, quantity] of quantities) {
    if (quantity <= 0 || answered.has(product)) continue;
    const index = lines.findIndex(
      (line) => line.id === none && (line.hasError || (line.quantity === quantity && !line.isFree)),
    );
    if (index >= 0) return findingOf(product, quantity, index, exchange.n);
  }
  return undefined;
};

const findingOf = (product: string, quantity: number, index: number, exchange: number): Finding => ({
  message:
    'A product that was asked for came back with an empty id, so that nobody knows what the basket holds; answer each product under the id it was asked for by.',
  expected: `"${product}" with quantity ${quantity}, or an error on it`,
  actual: 'a product whose id is ""',
  pointer: `/products/${index}/id`,
  exchanges: [exchange],
  cause: 'product without an id',
});
