import type { Exchange } from '../../exchange.ts';
import { isObject } from '../../json.ts';
import { askedOf } from '../../naming/asked.ts';

/** The id of the basket that a request carries: that of an order stands in its `basket`. */
export const requestedBasket = ({ call, request: { body } }: Exchange): string | undefined => {
  const whole: unknown = body.json.ok ? body.json.value : undefined;
  const basket = isObject(whole) && call.name === 'order' ? whole['basket'] : whole;
  const id = isObject(basket) ? basket['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** The id that a basket is retrieved by. */
export const scannedBasket = (exchange: Exchange): string | undefined =>
  exchange.call.name === 'retrieval' ? askedOf(exchange).getAll('basketId').at(-1) : undefined;
