import { alter, bodyFaults, refusal } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { answering, type Asked, onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { codesOf, hasError, priceOf, refusing } from '#mocks/merchant/faults/recalculation';
import { giftId } from '#mocks/merchant/stateless-shop/calculation';

const asked = ({ request }: Asked, id: Json | undefined): number =>
  objectsIn(request['products']).reduce((sum, line) => sum + (line['id'] === id ? Number(line['quantity']) : 0), 0);

const hasShortage = (body: JsonObject) => objectsIn(body['products']).some(hasError);

const without = (unwanted: (item: Json) => boolean) => (old: Json | undefined) =>
  objectsIn(old).filter((item) => !unwanted(item));

/** Nothing in the answer is amiss, so that only a change that could be made is told badly. */
const untroubled = (body: JsonObject) => !hasShortage(body) && !codesOf(body).some(hasError);

const ifUntroubled = (at: string, to: (old: Json | undefined) => Json | undefined) => (body: Json | undefined) =>
  isObject(body) && untroubled(body) ? alter(body, at, to) : body;

/** Shortages told badly, at a recalculation and at a lock. */
const shortage = (place: 'recalculation' | 'lock') => {
  const breaks = `${place}/shortage-reported` as const;
  const promise = place === 'lock' ? ([breaks, 'lock/last-unit-once', 'lock/orderable'] as const) : breaks;
  // Less of a product than was shown, and no error.
  const unsaid = place === 'lock' ? ([breaks, 'lock/as-recalculated'] as const) : breaks;
  return {
    ...bodyFaults(answering(place), {
      dropped: [`${place}: leaves out products that are short`, unsaid, '/products', without(hasError)],
      silent: [`${place}: reduces the quantity without a word`, unsaid, '/products/*/error'],
      promised: [
        `${place}: promises more than there is`,
        promise,
        '/products/*',
        (old, call) => {
          if (!hasError(old)) return old;
          const { error: _, ...product } = old;
          return { ...product, quantity: asked(call, old['id']) };
        },
      ],
      emptied: [
        `${place}: one short product empties the basket`,
        breaks,
        '/products',
        (old) => (objectsIn(old).some(hasError) ? objectsIn(old).filter(hasError) : old),
      ],
    }),
    conflict: {
      title: `${place}: answers 409 to a shortage`,
      breaks: [breaks],
      front: refusing([place], 409, hasShortage),
    },
  };
};

const atRecalculation = shortage('recalculation');

const atLock = shortage('lock');

/** A recalculation that reads well and says the wrong thing. */
export const recalculationFaults = {
  'recalculation:shortage-dropped': atRecalculation.dropped,
  'recalculation:shortage-silent': atRecalculation.silent,
  'recalculation:shortage-promised': atRecalculation.promised,
  'recalculation:shortage-conflict': atRecalculation.conflict,
  'recalculation:shortage-emptied': atRecalculation.emptied,
  'recalculation:one-shortage-at-a-time': {
    title: 'puts an error on the first product that is short and on no other',
    breaks: ['recalculation/shortage-reported'],
    front: onBody(['recalculation'], () => (body) => {
      for (const product of objectsIn(body['products']).filter(hasError).slice(1)) delete product['error'];
      return body;
    }),
  },
  'lock:shortage-dropped': atLock.dropped,
  'lock:shortage-silent': atLock.silent,
  'lock:shortage-promised': atLock.promised,
  'lock:shortage-conflict': atLock.conflict,
  'lock:shortage-emptied': atLock.emptied,
  ...bodyFaults(answering('recalculation'), {
    'recalculation:error-beside-full-quantity': [
      'puts the error on the quantity asked for',
      'recalculation/available-quantity',
      '/products/*',
      (old, call) => (hasError(old) ? { ...old, quantity: asked(call, old['id']) } : old),
    ],
    'recalculation:one-more-than-there-is': [
      'counts one piece more than there is on a short product',
      'recalculation/available-quantity',
      '/products/*',
      (old) => (hasError(old) ? { ...old, quantity: Number(old['quantity']) + 1 } : old),
    ],
    'recalculation:price-of-what-was-asked': [
      'puts the price of the quantity asked for on a line that holds less',
      'recalculation/available-quantity',
      '/products/*',
      (old, call) => {
        if (!hasError(old) || Number(old['quantity']) === 0) return old;
        const each = Number(old['linePrice']) / Number(old['quantity']);
        return { ...old, linePrice: Math.round(each * asked(call, old['id'])) };
      },
    ],
    'recalculation:forgets-a-product': [
      'answers with the first product only',
      'recalculation/change-reflected',
      '',
      ifUntroubled('/products', (old) => {
        const [first] = objectsIn(old).filter(({ quantity }) => quantity !== 0);
        return objectsIn(old).filter((product) => product['id'] === first?.['id']);
      }),
    ],
    'recalculation:keeps-old-quantity': [
      'shows one piece, whatever quantity is asked for',
      'recalculation/change-reflected',
      '',
      ifUntroubled('/products/*/quantity', (old) => (Number(old) > 1 ? 1 : old)),
    ],
    'recalculation:ten-at-most': [
      'gives ten of anything at most, and says nothing',
      'recalculation/change-reflected',
      '',
      ifUntroubled('/products/*/quantity', (old) => Math.min(Number(old), 10)),
    ],
    'recalculation:one-too-many': [
      'adds the quantity to what was there',
      'recalculation/change-reflected',
      '',
      ifUntroubled('/products/*/quantity', (old) => (Number(old) > 1 ? Number(old) + 1 : old)),
    ],
    'recalculation:errors-on-everything': [
      'puts an error on every product once one is there twice',
      'recalculation/change-reflected',
      '',
      ifUntroubled('/products', (old) => {
        const several = objectsIn(old).some(({ quantity }) => Number(quantity) > 1);
        return several ? objectsIn(old).map((product) => ({ ...product, error: 'QUANTITY_TOO_BIG' })) : old;
      }),
    ],
    'recalculation:bad-code-dropped': [
      'leaves out codes that cannot be applied',
      'recalculation/bad-discount-reported',
      '/price/discounts',
      without(hasError),
    ],
    'recalculation:bad-code-without-error': [
      'shows a bad code with value 0 and no error',
      'recalculation/bad-discount-reported',
      '/price/discounts/*/error',
    ],
    'recalculation:good-code-dropped': [
      'leaves out codes once they are in the price',
      'recalculation/good-discount-applied',
      '/price/discounts',
      without((discount) => !hasError(discount)),
    ],
    'recalculation:good-code-errors': [
      'says USED of every code',
      'recalculation/good-discount-applied',
      '/price/discounts/*/error',
      (old) => old ?? 'USED',
    ],
  }),
  'recalculation:product-comes-and-goes': {
    title: 'adds a service line on every other call',
    breaks: ['recalculation/repeatable', 'recalculation/path-independent'],
    front: onBody(['recalculation'], () => {
      let calls = 0;
      return (body) => {
        if (++calls % 2 === 0) alter(body, '/products/-', () => service);
        return body;
      };
    }),
  },
  'recalculation:bulk-price-sticks': {
    title: 'keeps the price of the largest quantity ever asked for',
    breaks: ['recalculation/path-independent', 'basket/same-everywhere'],
    front: onBody(['recalculation'], () => {
      const most = new Map<string, number>();
      return (body) => {
        for (const product of objectsIn(body['products'])) {
          const key = JSON.stringify([body['id'], product['id']]);
          most.set(key, Math.max(most.get(key) ?? 0, Number(product['quantity'])));
          product['unitPrice'] = Math.max(0, Number(product['unitPrice']) - (most.get(key) ?? 0));
        }
        return body;
      };
    }),
  },
  'recalculation:value-never-falls': {
    title: 'remembers the highest basketValue',
    breaks: ['recalculation/path-independent'],
    front: onBody(['recalculation'], () => {
      const highest = new Map<string, number>();
      return (body) => {
        const id = textOf(body['id']);
        highest.set(id, Math.max(highest.get(id) ?? 0, Number(priceOf(body)['basketValue'])));
        priceOf(body)['basketValue'] = highest.get(id);
        return body;
      };
    }),
  },
  'recalculation:logged-user-64': {
    title: 'has room for 64 characters of loggedUser',
    breaks: ['recalculation/logged-user'],
    front: refusing(['recalculation'], 400, (_, { request }) => textOf(request['loggedUser'] ?? '').length > 64),
  },
  'recalculation:logged-user-254': {
    title: 'counts the limit of loggedUser one short, and crashes',
    breaks: ['recalculation/logged-user'],
    front: refusing(['recalculation'], 500, (_, { request }) => textOf(request['loggedUser'] ?? '').length >= 255),
  },
  'recalculation:logged-user-in-ascii': {
    title: 'crashes on a loggedUser with letters outside ASCII',
    breaks: ['recalculation/logged-user'],
    front: refusing(['recalculation'], 500, (_, { request }) => /[^ -~]/u.test(textOf(request['loggedUser'] ?? ''))),
  },
  'recalculation:letters-crash': {
    title: 'reads requests as ASCII and crashes on anything else in a code',
    breaks: ['recalculation/bad-discount-reported'],
    // The codes the other shop gives out have such letters themselves.
    variants: ['granite'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const foreign = objectsIn(isObject(request['price']) ? request['price']['discounts'] : undefined).some(
        ({ code }) => /[^\p{ASCII}]/u.test(textOf(code)),
      );
      return foreign ? refusal(500) : body;
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;

const service: Json = {
  id: giftId,
  name: 'Service',
  images: [],
  quantity: 1,
  unitPrice: 500,
  linePrice: 500,
  originalUnitPrice: 500,
  originalLinePrice: 500,
};
