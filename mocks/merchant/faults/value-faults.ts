import { isObject, type Json, objectsIn } from '../../json.ts';
import { onBody } from './decorators.ts';
import type { MerchantFault } from './merchant-fault.ts';

/** Values of what does not stand in the basket. */
export const valueFaults = {
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
