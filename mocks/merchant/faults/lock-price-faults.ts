import { onBody } from './decorators.ts';
import { isObject, type Json, objectsIn } from '../../json.ts';
import type { MerchantFault } from './merchant-fault.ts';

/** Locks whose lines cost what they do not hold. */
export const lockPriceFaults = {
  'lock:nothing-at-its-price': {
    title: 'locks what is out of stock at the price that the basket last had for some of it',
    breaks: ['lock/shortage-reported'],
    // In every basket of the other shop there is a discount, which would follow.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const prices = new Map<string, Json>();
      return (body, { url }) => {
        const { price } = body;
        for (const line of objectsIn(body['products'])) {
          const key = JSON.stringify([body['id'], line['id']]);
          const isLock = url.searchParams.get('lock') === 'true';
          if (!isLock && Number(line['quantity']) > 0) prices.set(key, line['linePrice'] ?? 0);
          if (!isLock || line['quantity'] !== 0 || !isObject(price)) continue;
          line['linePrice'] = prices.get(key) ?? 0;
          price['basketValue'] = Number(price['basketValue']) + Number(line['linePrice']);
        }
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
