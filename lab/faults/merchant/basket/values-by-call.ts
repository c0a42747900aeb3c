import { jsonOf } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { inPlace, onBody } from '#mocks/merchant/faults/decorators';
import type { FaultKit, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { resent } from '#mocks/merchant/faults/basket-change';

/** By its id, what each basket was last retrieved at. */
const retrieved = new WeakMap<FaultKit['inventory'], Map<unknown, Json>>();

const withoutOffers = (body: JsonObject): void => {
  let value = 0;
  for (const line of objectsIn(body['products'])) {
    const price = Number(line['quantity']) * Number(line['unitPrice']);
    line['linePrice'] = price;
    value += price;
  }
  if (isObject(body['price'])) body['price']['basketValue'] = value;
};

const prices = ['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'] as const;

/** The same contents at another value, or under another name, by another call. */
export const valueByCallFaults = {
  'retrieval:without-tax': {
    title: 'retrieves baskets at net prices, and adds the tax once they are recalculated or locked',
    breaks: ['basket/same-everywhere'],
    variants: ['granite'],
    front: inPlace(['retrieval'], (body) => {
      const off = (amount: Json | undefined): number => Math.round(Number(amount) / 1.23);
      for (const line of objectsIn(body['products'])) for (const price of prices) line[price] = off(line[price]);
      if (isObject(body['price'])) body['price']['basketValue'] = off(body['price']['basketValue']);
    }),
  },
  'change:names-of-articles': {
    title: 'names products by their ids once a basket is recalculated or locked',
    breaks: ['basket/same-everywhere'],
    front: inPlace(['recalculation', 'lock'], (body) => {
      for (const line of objectsIn(body['products'])) line['name'] = `Article ${textOf(line['id'] ?? null)}`;
    }),
  },
  'retrieval:discounts-left-out': {
    title: 'takes discounts off a basket that it recalculates or locks, and shows them only where it is retrieved',
    breaks: ['basket/value-follows'],
    // The other shop has them in the prices of its lines.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ price }) => {
      if (!isObject(price)) return;
      for (const { value, error } of objectsIn(price['discounts']))
        if (error === undefined) price['basketValue'] = Number(price['basketValue']) - Number(value);
    }),
  },
  'retrieval:codes-worth-less': {
    title: 'retrieves a basket with half of what its discount codes take off',
    breaks: ['basket/same-everywhere'],
    variants: ['granite'],
    front: inPlace(['retrieval'], ({ price }) => {
      if (!isObject(price)) return;
      for (const discount of objectsIn(price['discounts'])) {
        const off = Math.floor(Number(discount['value']) / 2);
        price['basketValue'] = Number(price['basketValue']) + off;
        discount['value'] = Number(discount['value']) - off;
      }
    }),
  },
  'retrieval:value-one-behind': {
    title: 'keeps the value of a retrieval where all of them share it, and answers the next one with it',
    breaks: ['basket/value-follows'],
    // The other shop has offers in the prices of its lines.
    variants: ['granite'],
    front: onBody(['retrieval'], () => {
      let before: Json | undefined;
      return (body) => {
        const { price } = body;
        if (!isObject(price)) return body;
        const { basketValue } = price;
        price['basketValue'] = before ?? basketValue ?? null;
        before = basketValue;
        return body;
      };
    }),
  },
  'retrieval:value-for-all': {
    title: 'answers every retrieval with the price of the first one',
    breaks: ['basket/value-follows'],
    variants: ['granite'],
    front: onBody(['retrieval'], () => {
      let first: Json | undefined;
      return (body) => {
        first ??= body['price'];
        body['price'] = first ?? null;
        return body;
      };
    }),
  },
  'push:value-before': {
    title: 'has no offers, and pushes baskets as they are, at the value they were last retrieved with',
    breaks: ['basket/value-follows'],
    // The other shop pushes baskets that have not changed.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body, { inventory, url }) => {
      withoutOffers(body);
      const { id, price } = body;
      const values = retrieved.get(inventory) ?? new Map<unknown, Json>();
      const value = isObject(price) ? price['basketValue'] : undefined;
      if (value !== undefined && url.searchParams.has('basketId')) retrieved.set(inventory, values.set(id, value));
    }),
    send:
      (next, { inventory }) =>
      async (request) => {
        const body = await jsonOf(request);
        withoutOffers(body);
        const value = retrieved.get(inventory)?.get(body['id']);
        if (isObject(body['price']) && value !== undefined) body['price']['basketValue'] = value;
        return await next(resent(request, JSON.stringify(body)));
      },
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
