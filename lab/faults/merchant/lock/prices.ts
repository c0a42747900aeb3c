import { isObject, type Json, type JsonObject, objectsIn } from '#mocks/json';
import { onBody, onRequest } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { linesAlone } from '../recalculation/shortages.ts';

/** Locks that cost or hold what they cannot, or cost what it costs without a code. */
export const lockPriceFaults = {
  'lock:nothing-at-its-price': {
    title: 'locks what is out of stock at the price that the basket last had for some of it',
    breaks: ['lock/as-recalculated'],
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
  'lock:shortage-at-its-price': {
    title: 'locks as many as were asked for of what is short, at the price of as many, beside the error',
    breaks: ['lock/shortage-reported'],
    front: onBody(['lock'], () => (body, { request }) => {
      const { price } = body;
      for (const line of objectsIn(body['products']).filter(({ error }) => error !== undefined)) {
        const asked = objectsIn(request['products']).find((one) => one['id'] === line['id'])?.['quantity'];
        if (asked === undefined || !isObject(price)) continue;
        const linePrice = Number(line['unitPrice']) * Number(asked);
        price['basketValue'] = Number(price['basketValue']) + linePrice - Number(line['linePrice']);
        Object.assign(line, { quantity: asked, linePrice });
      }
      return body;
    }),
  },
  'lock:good-codes-refused': {
    title: 'says NOT_APPLICABLE of every discount code as it locks a basket',
    breaks: ['lock/as-recalculated'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['lock'], () => (body) => {
      const { price } = body;
      for (const discount of isObject(price) ? objectsIn(price['discounts']) : []) {
        if (discount['error'] !== undefined || !isObject(price)) continue;
        price['basketValue'] = Number(price['basketValue']) + Number(discount['value']);
        Object.assign(discount, { value: 0, error: 'NOT_APPLICABLE' });
      }
      return body;
    }),
  },
  'lock:dozens-dearer': {
    title: 'locks twelve pieces of a product or more at the price without the discount for so many',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body, { request }) => {
      const { price } = body;
      const [line] = objectsIn(body['products']);
      const isMany = objectsIn(request['products']).some(({ quantity }) => Number(quantity) >= 12);
      if (line === undefined || !isMany || !isObject(price)) return body;
      line['linePrice'] = Number(line['linePrice']) + 500;
      price['basketValue'] = Number(price['basketValue']) + 500;
      return body;
    }),
  },
  'lock:first-of-two-lines': {
    title: 'locks the first of two lines of a product, and leaves the other out without a word',
    breaks: ['lock/as-recalculated'],
    front: onRequest('lock', (body) => {
      const products = objectsIn(body['products']);
      const isFirst = ({ id }: JsonObject, at: number): boolean => products.findIndex((one) => one['id'] === id) === at;
      return { ...body, products: products.filter(isFirst) };
    }),
  },
  'lock:stored-codes': {
    title: 'locks a basket with the codes it was made with, which the lock leaves out',
    breaks: ['lock/as-recalculated'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['retrieval', 'lock'], () => {
      const made = new Map<Json | undefined, Json[]>();
      return (body, { url }) => {
        const price = isObject(body['price']) ? body['price'] : {};
        const shown = objectsIn(price['discounts']);
        if (!url.searchParams.has('lock')) made.set(body['id'], made.get(body['id']) ?? shown);
        else if (shown.length === 0) price['discounts'] = made.get(body['id']) ?? [];
        return body;
      };
    }),
  },
  'lock:lines-checked-alone': {
    title: 'locks a product in two lines that are each within its stock, and together are not',
    breaks: ['lock/shortage-reported'],
    front: linesAlone('lock'),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
