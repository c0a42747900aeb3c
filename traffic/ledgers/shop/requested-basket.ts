import type { Exchange } from '../../exchange.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { askedOf } from '../../naming/asked.ts';

/** The body of a request or a push; without any member where it is no object, or was not kept whole. */
export const requestIn = ({ request: { body } }: Exchange): JsonObject =>
  body.json.ok && isObject(body.json.value) ? body.json.value : {};

/** The id of the basket that a request carries: that of an order stands in its `basket`. */
export const requestedBasket = (exchange: Exchange): string | undefined => {
  const whole = requestIn(exchange);
  const basket = exchange.call.name === 'order' ? whole['basket'] : whole;
  const id = isObject(basket) ? basket['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** The id that a basket is retrieved by. */
export const scannedBasket = (exchange: Exchange): string | undefined =>
  exchange.call.name === 'retrieval' ? askedOf(exchange).getAll('basketId').at(-1) : undefined;
