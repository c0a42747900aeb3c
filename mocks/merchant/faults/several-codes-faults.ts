import { refusal } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '../../json.ts';
import { onBody } from './decorators.ts';
import type { MerchantFault } from './merchant-fault.ts';

const discountsOf = (body: JsonObject): readonly JsonObject[] =>
  objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined);
const codesIn = (body: JsonObject): readonly string[] => discountsOf(body).map(({ code }) => textOf(code));
const withDiscounts = (body: JsonObject, discounts: readonly JsonObject[]): JsonObject => ({
  ...body,
  price: { ...(isObject(body['price']) ? body['price'] : {}), discounts: [...discounts] },
});

/** Puts back what of these discounts is no longer there. */
const withMissing = (body: JsonObject, discounts: Iterable<JsonObject>): JsonObject => {
  const there = codesIn(body);
  const missing = [...discounts].filter(({ code }) => !there.includes(textOf(code)));
  return missing.length === 0 ? body : withDiscounts(body, [...discountsOf(body), ...missing]);
};

const inForce = (body: JsonObject): readonly JsonObject[] =>
  discountsOf(body).filter(({ error }) => error === undefined);

/** Discount codes taken for more, or less, than the request says. */
export const severalCodesFaults = {
  'recalculation:code-below-zero': {
    title: 'takes more than it costs off a basket of a single piece',
    breaks: ['basket/price'],
    front: onBody(['recalculation'], () => (body) => {
      const [only, ...others] = objectsIn(body['products']);
      const isSingle = others.length === 0 && only?.['quantity'] === 1;
      if (isSingle && inForce(body).length > 0 && isObject(body['price'])) body['price']['basketValue'] = -1;
      return body;
    }),
  },
  'recalculation:last-code-only': {
    title: 'answers the last code of a request only',
    breaks: ['recalculation/every-discount'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const dropped = codesIn(request).slice(0, -1);
      return withDiscounts(
        body,
        discountsOf(body).filter(({ code }) => !dropped.includes(textOf(code))),
      );
    }),
  },
  'recalculation:every-bad-code-invalid': {
    title: 'says INVALID of every code that cannot be applied',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(['recalculation'], () => (body) => {
      for (const discount of discountsOf(body)) if (discount['error'] !== undefined) discount['error'] = 'INVALID';
      return body;
    }),
  },
  'recalculation:first-bad-code-only': {
    title: 'says of the first of several bad codes only that it cannot be applied',
    breaks: ['recalculation/every-discount'],
    front: onBody(['recalculation'], () => (body) => {
      for (const discount of discountsOf(body)
        .filter(({ error }) => error !== undefined)
        .slice(1))
        delete discount['error'];
      return body;
    }),
  },
  'recalculation:three-codes-crash': {
    title: 'has room for two codes, and crashes on more',
    breaks: ['recalculation/every-discount'],
    front: onBody(
      ['recalculation'],
      () =>
        (body, { request }) =>
          codesIn(request).length > 2 ? refusal(500) : body,
    ),
  },
  'recalculation:left-out-code-stays': {
    title: 'adds codes to those of the basket and takes none away',
    breaks: ['recalculation/every-discount'],
    front: onBody(['recalculation'], () => {
      const kept = new Map<string, Map<string, JsonObject>>();
      return (body) => {
        const known = kept.get(textOf(body['id'])) ?? new Map<string, JsonObject>();
        kept.set(textOf(body['id']), known);
        for (const discount of inForce(body)) known.set(textOf(discount['code']), discount);
        return withMissing(body, known.values());
      };
    }),
  },
  'recalculation:stored-code-stays': {
    title: 'applies the codes a basket was made with, whatever the request says',
    breaks: ['recalculation/every-discount'],
    front: onBody(['retrieval', 'recalculation'], () => {
      const stored = new Map<string, readonly JsonObject[]>();
      return (body, { url }) => {
        const id = textOf(body['id']);
        if (url.searchParams.has('basketId')) stored.set(id, stored.get(id) ?? inForce(body));
        return withMissing(body, stored.get(id) ?? []);
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
