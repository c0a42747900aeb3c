import { isObject, type Json, type JsonObject, objectsIn } from '#mocks/json';
import { inPlace, onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** What its codes take off a basket. */
const reductionOf = ({ price }: JsonObject): number =>
  objectsIn(isObject(price) ? price['discounts'] : undefined)
    .filter(({ error }) => error === undefined)
    .reduce((sum, { value }) => sum + Number(value), 0);

const sumOf = (body: JsonObject, of: (line: JsonObject) => number): number =>
  objectsIn(body['products']).reduce((sum, line) => sum + of(line), 0);

/** Values of what does not stand in the basket. */
export const valueFaults = {
  'basket:value-by-first-line': {
    title: 'keeps values of baskets without a discount by their first line',
    breaks: ['basket/value-follows'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const values = new Map<string, Json>();
      return (body) => {
        const { price } = body;
        const [first] = objectsIn(body['products']);
        const isReduced = isObject(price) && objectsIn(price['discounts']).some(({ error }) => error === undefined);
        if (!isObject(price) || first === undefined || isReduced) return body;
        const key = JSON.stringify([first['id'], first['quantity']]);
        const value = values.get(key) ?? price['basketValue'] ?? 0;
        values.set(key, value);
        price['basketValue'] = value;
        return body;
      };
    }),
  },
  'change:charges-what-is-short-with-codes': {
    title: 'takes discounts off the price of all that was asked for, where some of it is short',
    breaks: ['basket/value-follows'],
    // At the other shop what is short has no price.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], (body, { request }) => {
      const { price } = body;
      const missing = sumOf(body, ({ id, error, quantity, unitPrice }) => {
        const asked = objectsIn(request['products']).filter((line) => error !== undefined && line['id'] === id);
        const pieces = asked.reduce((sum, line) => sum + Number(line['quantity']), -Number(quantity));
        return Math.max(0, pieces) * Number(unitPrice);
      });
      if (!isObject(price) || missing <= 0 || reductionOf(body) <= 0) return;
      price['basketValue'] = sumOf(body, ({ linePrice }) => Number(linePrice)) + missing - reductionOf(body);
    }),
  },
  'basket:line-price-of-one-with-codes': {
    title: 'with a discount code, writes the price of one piece as that of each line',
    breaks: ['basket/one-unit'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      const { price } = body;
      if (!isObject(price) || reductionOf(body) <= 0) return;
      const value = sumOf(body, ({ quantity, unitPrice }) => Number(quantity) * Number(unitPrice)) - reductionOf(body);
      price['basketValue'] = Math.max(0, value);
      for (const line of objectsIn(body['products']))
        line['linePrice'] = Math.min(1, Number(line['quantity'])) * Number(line['unitPrice']);
    }),
  },
  'recalculation:charges-none': {
    title: 'charges for one of a product that is asked for with quantity 0',
    breaks: ['basket/value-follows'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation'], () => {
      const prices = new Map<Json | undefined, number>();
      return (body, { request }) => {
        const { price } = body;
        for (const { id, unitPrice } of objectsIn(body['products'])) prices.set(id, Number(unitPrice));
        for (const { id, quantity } of objectsIn(request['products']))
          if (quantity === 0 && isObject(price))
            price['basketValue'] = Number(price['basketValue']) + (prices.get(id) ?? 0);
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
