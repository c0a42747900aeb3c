import { isObject, type Json, objectsIn } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';

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
