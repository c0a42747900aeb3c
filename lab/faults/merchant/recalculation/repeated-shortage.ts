import { type Json, objectsIn } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Shortages that are told otherwise once they have been told. */
export const repeatedShortageFaults = {
  'recalculation:error-stays': {
    title: 'keeps an error on a product for as long as it is in the basket',
    breaks: ['recalculation/change-reflected'],
    front: onBody(['recalculation'], () => {
      const kept = new Map<string, Json>();
      return (body) => {
        for (const product of objectsIn(body['products'])) {
          const key = JSON.stringify([body['id'], product['id']]);
          const error = product['error'] ?? kept.get(key);
          if (error === undefined) continue;
          kept.set(key, error);
          product['error'] = error;
        }
        return body;
      };
    }),
  },
  'recalculation:shortage-told-once': {
    title: 'tells a basket of a shortage once',
    breaks: ['recalculation/shortage-reported'],
    front: onBody(['recalculation'], () => {
      const told = new Set<Json | undefined>();
      return (body) => {
        const short = objectsIn(body['products']).filter(({ error }) => error !== undefined);
        if (told.has(body['id'])) for (const product of short) delete product['error'];
        else if (short.length > 0) told.add(body['id']);
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
