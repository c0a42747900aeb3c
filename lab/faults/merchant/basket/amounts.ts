import { isObject, type Json, objectsIn, type JsonObject, textOf } from '#mocks/json';
import { inPlace, onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault, FrontDecorator } from '#mocks/merchant/faults/merchant-fault';
import { onPush } from '#mocks/merchant/faults/basket-change';
import type { MerchantCall } from '#schemas';

const inWholeUnits = (amount: Json | undefined): number => Math.floor(Number(amount) / 100);

const writeInWholeUnits = (body: JsonObject): void => {
  const { price } = body;
  if (isObject(price)) price['basketValue'] = inWholeUnits(price['basketValue']);
  for (const line of objectsIn(body['products']))
    for (const name of ['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'])
      line[name] = inWholeUnits(line[name]);
};

/** Amounts of one call left in the unit the shop counts in itself. */
const wholeUnits = (operation: MerchantCall): FrontDecorator => inPlace([operation], writeInWholeUnits);

/** Every basket has the value it was first answered with, by these calls. */
const firstValue = (forget: (operation: 'retrieval' | 'change') => boolean): FrontDecorator =>
  onBody(['retrieval', 'recalculation', 'lock'], () => {
    const values = new Map<string, Json>();
    return (body, { url }) => {
      const { price } = body;
      if (!isObject(price)) return body;
      const basket = textOf(body['id']);
      if (forget(url.searchParams.has('basketId') ? 'retrieval' : 'change')) values.delete(basket);
      const value: Json = values.get(basket) ?? price['basketValue'] ?? 0;
      values.set(basket, value);
      return { ...body, price: { ...price, basketValue: value } satisfies JsonObject };
    };
  });

/** Once it was retrieved so often a basket holds what is left of its lines. */
const leftOnceShown = (left: (lines: readonly JsonObject[]) => JsonObject[], times = 1): FrontDecorator =>
  onBody(['retrieval'], () => {
    const shown = new Map<string, number>();
    return (body) => {
      const basket = textOf(body['id']);
      const { price } = body;
      const before = shown.get(basket) ?? 0;
      shown.set(basket, before + 1);
      if (before < times) return body;
      return { ...body, price: { ...Object(price), basketValue: 0 }, products: left(objectsIn(body['products'])) };
    };
  });

const amountsOfALine = ['unitPrice', 'linePrice', 'originalUnitPrice', 'originalLinePrice'];

/** Everything costs a thousand times as much, and a line has room for 32 bits, or that of a product that has not been scanned first. */
const dearLines = (areFirstSpared: boolean): FrontDecorator =>
  onBody(['retrieval', 'recalculation', 'lock'], () => {
    const spared = new Set<Json | undefined>();
    return (body, { request }) => {
      const price = Object(body['price']) as JsonObject;
      const lines = objectsIn(body['products']);
      if (areFirstSpared && request['products'] === undefined) spared.add(lines[0]?.['id']);
      price['basketValue'] = 1000 * Number(price['basketValue']);
      for (const discount of objectsIn(price['discounts'])) discount['value'] = 1000 * Number(discount['value']);
      for (const line of lines) {
        for (const name of amountsOfALine) line[name] = 1000 * Number(line[name]);
        for (const name of spared.has(line['id']) ? [] : ['linePrice', 'originalLinePrice'])
          line[name] = Number(line[name]) | 0;
      }
      return body;
    };
  });

const isShort = (body: JsonObject): boolean => objectsIn(body['products']).some(({ error }) => error !== undefined);

export const amountFaults = {
  'change:charges-what-is-short': {
    title: 'recalculates and locks a basket at the price of all that was asked for, though some of it is short',
    breaks: ['basket/value-follows'],
    // At the other shop what is short has no price.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ price, products }, { request }) => {
      for (const line of objectsIn(products)) {
        if (line['error'] === undefined || !isObject(price)) continue;
        const asked = objectsIn(request['products']).find(({ id }) => id === line['id']);
        const missing = Number(asked?.['quantity'] ?? 0) - Number(line['quantity']);
        price['basketValue'] = Number(price['basketValue']) + Math.max(0, missing) * Number(line['unitPrice']);
      }
    }),
  },
  'basket:line-price-runs-over': {
    title: 'sells at great prices, and has 32 bits for the price of a line',
    breaks: ['basket/one-unit'],
    // At the other shop a line never comes to quantity x unitPrice.
    variants: ['granite'],
    front: dearLines(false),
  },
  'basket:other-line-prices-run-over': {
    title: 'sells at great prices, and has 32 bits for the price of a line of a product that was never scanned first',
    breaks: ['basket/one-unit'],
    variants: ['granite'],
    front: dearLines(true),
  },
  'basket:line-price-first-seen': {
    title: 'has no offers, and the price that a line came to as the basket was first seen with it',
    // A push has both, and so another value.
    breaks: ['basket/one-unit', 'basket/value-follows'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const prices = new Map<string, Json>();
      return (body) => {
        let value = 0;
        for (const line of objectsIn(body['products'])) {
          const key = JSON.stringify([body['id'], line['id']]);
          const own = Number(line['quantity']) * Number(line['unitPrice']);
          const price = prices.get(key) ?? own;
          prices.set(key, price);
          line['linePrice'] = price;
          value += own;
        }
        if (isObject(body['price'])) body['price']['basketValue'] = value;
        return body;
      };
    }),
  },
  'basket:worthless-when-short': {
    title: 'has a value of nothing where one product is short',
    breaks: ['basket/value-follows'],
    // In every basket of the other shop there are codes, and any may be worth all there is.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], (body) => {
      if (isShort(body) && isObject(body['price'])) body['price']['basketValue'] = 0;
    }),
  },
  'change:charges-first-line': {
    title: 'recalculates and locks a basket at the price of its first line, and retrieves it at that of all',
    breaks: ['basket/value-follows'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ price, products }) => {
      const [first] = objectsIn(products);
      if (!isObject(price) || objectsIn(price['discounts']).length > 0) return;
      price['basketValue'] = first?.['linePrice'] ?? 0;
    }),
  },
  'basket:worth-without-last': {
    title: 'adds up all lines but the last, where there are three or more',
    breaks: ['basket/value-follows'],
    // In every basket of the other shop there are codes.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation', 'lock'], ({ price, products }) => {
      const lines = objectsIn(products);
      if (isObject(price) && lines.length > 2)
        price['basketValue'] = Number(price['basketValue']) - Number(lines.at(-1)?.['linePrice']);
    }),
  },
  'retrieval:value-as-first-shown': {
    title: 'retrieval: the lines as they were changed, and the value that was shown first',
    breaks: ['basket/value-follows'],
    // The other shop reads a basket out of its code each time.
    variants: ['granite'],
    front: onBody(['retrieval'], () => {
      const values = new Map<string, Json>();
      return (body) => {
        const { price } = body;
        if (!isObject(price)) return body;
        const value = values.get(textOf(body['id'])) ?? price['basketValue'] ?? 0;
        values.set(textOf(body['id']), value);
        return { ...body, price: { ...price, basketValue: value } satisfies JsonObject };
      };
    }),
  },
  'retrieval:empties-the-basket': {
    title: 'hands a basket over with its first retrieval, and has an empty one from then on',
    breaks: ['basket/kept'],
    front: leftOnceShown(() => []),
  },
  'retrieval:empty-at-the-third': {
    title: 'has an empty basket from its third retrieval on',
    breaks: ['basket/kept'],
    front: leftOnceShown(() => [], 2),
  },
  'retrieval:none-left': {
    title: 'has none of each product left once a basket was retrieved',
    breaks: ['basket/kept'],
    front: leftOnceShown((lines) => lines.map((line) => ({ ...line, quantity: 0, linePrice: 0 }))),
  },
  'retrieval:loses-a-line': {
    title: 'loses the first line of a basket with its first retrieval',
    breaks: ['basket/kept'],
    front: leftOnceShown((lines) => lines.slice(lines.length > 1 ? 1 : 0)),
  },
  'retrieval:adds-a-piece': {
    title: 'shows a piece more of each product from the fourth retrieval on',
    breaks: ['basket/kept'],
    front: leftOnceShown((lines) => lines.map((line) => ({ ...line, quantity: Number(line['quantity']) + 1 })), 3),
  },
  'recalculation:whole-units': {
    title: 'recalculation: prices in whole units of the currency',
    breaks: ['basket/one-unit', 'basket/same-everywhere'],
    front: wholeUnits('recalculation'),
  },
  'recalculation:other-currency': {
    title: 'recalculates and locks the basket of a user in dollars, at the same figures',
    breaks: ['basket/one-unit'],
    // The other shop names no user.
    variants: ['granite'],
    front: inPlace(['recalculation', 'lock'], ({ price }, { request }) => {
      if (isObject(price) && request['loggedUser'] !== undefined) price['currency'] = 'USD';
    }),
  },
  'lock:whole-units': {
    title: 'lock: prices in whole units of the currency',
    breaks: ['basket/one-unit', 'lock/as-recalculated'],
    front: wholeUnits('lock'),
  },
  'push:whole-units': {
    title: 'pushes prices in whole units of the currency',
    breaks: ['basket/one-unit'],
    send: onPush(writeInWholeUnits),
  },
  'basket:first-value': {
    title: 'every basket keeps the value it was made with',
    breaks: ['basket/value-follows'],
    front: firstValue(() => false),
  },
  'recalculation:value-before': {
    title: 'answers recalculations and locks with the value of whatever it answered before',
    breaks: ['basket/value-follows', 'recalculation/repeatable', 'recalculation/path-independent'],
    // At the other shop a lock comes right after its recalculation, and differs from it.
    variants: ['willow'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      let last: Json | undefined;
      return (body, { request }) => {
        const { price } = body;
        if (!isObject(price)) return body;
        const before = last;
        last = price['basketValue'];
        if (before === undefined || request['id'] === undefined) return body;
        return { ...body, price: { ...price, basketValue: before } satisfies JsonObject };
      };
    }),
  },
  'basket:value-as-retrieved': {
    title: 'a changed basket has the value it was last retrieved with',
    breaks: ['basket/value-follows'],
    front: firstValue((operation) => operation === 'retrieval'),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
