import { giftId } from '../stateless-shop/calculation.ts';
import { type Asked, inPlace, onBody, refusal } from './decorators.ts';
import { alter, isObject, type Json, type JsonObject, objectsIn, textOf } from './json.ts';
import type { MerchantFault } from './merchant-fault.ts';

const priceOf = (body: JsonObject): JsonObject => (isObject(body['price']) ? body['price'] : {});
const codesOf = (body: JsonObject): readonly JsonObject[] => objectsIn(priceOf(body)['discounts']);
const keepProducts = (body: JsonObject, keep: (product: JsonObject) => boolean): void => {
  body['products'] = objectsIn(body['products']).filter(keep);
};
const keepDiscounts = (body: JsonObject, keep: (discount: JsonObject) => boolean): void =>
  alter(body, '/price/discounts', (old) => objectsIn(old).filter(keep));
const asked = ({ request }: Asked, id: Json | undefined): number =>
  objectsIn(request['products']).reduce((sum, line) => sum + (line['id'] === id ? Number(line['quantity']) : 0), 0);
const short = (body: JsonObject) => objectsIn(body['products']).filter((product) => product['error'] !== undefined);
const hasShortage = (body: JsonObject) => short(body).length > 0;
const silence = (product: JsonObject): void => {
  delete product['error'];
};

const either = ['recalculation', 'lock'] as const;

const several = (body: JsonObject) => objectsIn(body['products']).filter((product) => Number(product['quantity']) > 1);

/** Nothing in the answer is amiss, so that only a change that could be made is told badly. */
const untroubled = (body: JsonObject) =>
  !hasShortage(body) && !codesOf(body).some((discount) => discount['error'] !== undefined);

/** Shortages told badly, at a recalculation and at a lock. */
const shortage = (place: (typeof either)[number]) => {
  const breaks = [`${place}/shortage-reported`] as const;
  return {
    dropped: {
      title: `${place}: leaves out products that are short`,
      breaks,
      front: inPlace([place], (body) => keepProducts(body, (product) => product['error'] === undefined)),
    },
    silent: {
      title: `${place}: reduces the quantity without a word`,
      breaks,
      front: inPlace([place], (body) => objectsIn(body['products']).forEach(silence)),
    },
    promised: {
      title: `${place}: promises more than there is`,
      breaks: place === 'lock' ? ([...breaks, 'lock/last-unit-once'] as const) : breaks,
      front: inPlace([place], (body, call) => {
        for (const product of short(body)) {
          product['quantity'] = asked(call, product['id']);
          silence(product);
        }
      }),
    },
    conflict: {
      title: `${place}: answers 409 to a shortage`,
      breaks,
      front: onBody([place], () => (body) => (hasShortage(body) ? refusal(409) : body)),
    },
    emptied: {
      title: `${place}: one short product empties the basket`,
      breaks,
      front: inPlace([place], (body) => {
        if (hasShortage(body)) keepProducts(body, (product) => product['error'] !== undefined);
      }),
    },
  } as const satisfies Readonly<Record<string, MerchantFault>>;
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
  'lock:shortage-dropped': atLock.dropped,
  'lock:shortage-silent': atLock.silent,
  'lock:shortage-promised': atLock.promised,
  'lock:shortage-conflict': atLock.conflict,
  'lock:shortage-emptied': atLock.emptied,
  'recalculation:error-beside-full-quantity': {
    title: 'puts the error on the quantity asked for',
    breaks: ['recalculation/available-quantity'],
    front: inPlace(['recalculation'], (body, call) => {
      for (const product of short(body)) product['quantity'] = asked(call, product['id']);
    }),
  },
  'recalculation:one-more-than-there-is': {
    title: 'counts one piece more than there is on a short product',
    breaks: ['recalculation/available-quantity'],
    front: inPlace(['recalculation'], (body) => {
      for (const product of short(body)) product['quantity'] = Number(product['quantity']) + 1;
    }),
  },
  'recalculation:forgets-a-product': {
    title: 'answers with the first product only',
    breaks: ['recalculation/change-reflected'],
    front: inPlace(['recalculation'], (body) => {
      const [first] = objectsIn(body['products']).filter(({ quantity }) => quantity !== 0);
      if (untroubled(body)) keepProducts(body, (product) => product['id'] === first?.['id']);
    }),
  },
  'recalculation:keeps-old-quantity': {
    title: 'shows one piece, whatever quantity is asked for',
    breaks: ['recalculation/change-reflected'],
    front: inPlace(['recalculation'], (body) => {
      if (untroubled(body)) for (const product of several(body)) product['quantity'] = 1;
    }),
  },
  'recalculation:one-too-many': {
    title: 'adds the quantity to what was there',
    breaks: ['recalculation/change-reflected'],
    front: inPlace(['recalculation'], (body) => {
      if (untroubled(body)) for (const product of several(body)) product['quantity'] = Number(product['quantity']) + 1;
    }),
  },
  'recalculation:errors-on-everything': {
    title: 'puts an error on every product once one is there twice',
    breaks: ['recalculation/change-reflected'],
    front: inPlace(['recalculation'], (body) => {
      if (untroubled(body) && several(body).length > 0) alter(body, '/products/*/error', () => 'QUANTITY_TOO_BIG');
    }),
  },
  'recalculation:bad-code-dropped': {
    title: 'leaves out codes that cannot be applied',
    breaks: ['recalculation/bad-discount-reported'],
    front: inPlace(['recalculation'], (body) => keepDiscounts(body, (discount) => discount['error'] === undefined)),
  },
  'recalculation:bad-code-without-error': {
    title: 'shows a bad code with value 0 and no error',
    breaks: ['recalculation/bad-discount-reported'],
    front: inPlace(['recalculation'], (body) => codesOf(body).forEach(silence)),
  },
  'recalculation:bad-code-refused': {
    title: 'answers 422 to a bad code',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(
      ['recalculation'],
      () => (body) => (codesOf(body).some((discount) => discount['error'] !== undefined) ? refusal(422) : body),
    ),
  },
  'recalculation:good-code-dropped': {
    title: 'leaves out codes once they are in the price',
    breaks: ['recalculation/good-discount-applied'],
    front: inPlace(['recalculation'], (body) => keepDiscounts(body, (discount) => discount['error'] !== undefined)),
  },
  'recalculation:good-code-errors': {
    title: 'says USED of every code',
    breaks: ['recalculation/good-discount-applied'],
    front: inPlace(['recalculation'], (body) => alter(body, '/price/discounts/*/error', (old) => old ?? 'USED')),
  },
  'recalculation:price-drifts': {
    title: 'prices move with every call',
    breaks: ['recalculation/repeatable', 'recalculation/path-independent'],
    front: onBody(['recalculation'], () => {
      let calls = 0;
      return (body) => {
        calls++;
        alter(body, '/products/*/unitPrice', (old) => Number(old) + calls);
        return body;
      };
    }),
  },
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
    breaks: ['recalculation/path-independent'],
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
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          textOf(request['loggedUser'] ?? '').length > 64 ? refusal(400) : body,
    ),
  },
  'recalculation:logged-user-254': {
    title: 'counts the limit of loggedUser one short, and crashes',
    breaks: ['recalculation/logged-user'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          textOf(request['loggedUser'] ?? '').length >= 255 ? refusal(500) : body,
    ),
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
