import { alter, jsonOf, refusal } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { inFrontOf, onBody } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

export const discountsOf = (body: JsonObject): readonly JsonObject[] =>
  objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined);

export const codesIn = (body: JsonObject): readonly string[] => discountsOf(body).map(({ code }) => textOf(code));

export const withDiscounts = (body: JsonObject, discounts: readonly JsonObject[]): JsonObject => ({
  ...body,
  price: { ...(isObject(body['price']) ? body['price'] : {}), discounts: [...discounts] },
});

/** Puts back what of these discounts is no longer there. */
const withMissing = (body: JsonObject, discounts: Iterable<JsonObject>): JsonObject => {
  const there = codesIn(body);
  const missing = [...discounts].filter(({ code }) => !there.includes(textOf(code)));
  return missing.length === 0 ? body : withDiscounts(body, [...discountsOf(body), ...missing]);
};

const isShort = (body: JsonObject): boolean => objectsIn(body['products']).some(({ error }) => error !== undefined);

const inForce = (body: JsonObject): readonly JsonObject[] =>
  discountsOf(body).filter(({ error }) => error === undefined);

/** What was in force in an answer to one of these calls is taken off the value once it no longer is. */
const reductionStays = (seenIn: readonly ('retrieval' | 'recalculation')[], less = 0): FrontDecorator =>
  onBody(['retrieval', 'recalculation'], () => {
    const reductions = new Map<string, number>();
    return (body, { url }) => {
      const sum = inForce(body).reduce((total, { value }) => total + Number(value), 0);
      const id = textOf(body['id']);
      const operation = url.searchParams.has('basketId') ? 'retrieval' : 'recalculation';
      const kept = Math.max(0, (reductions.get(id) ?? 0) - less);
      if (sum > 0 && seenIn.includes(operation)) reductions.set(id, sum);
      else if (sum === 0 && operation === 'recalculation')
        alter(body, '/price/basketValue', (old) => Math.max(0, Number(old) - kept));
      return body;
    };
  });

/** Discount codes taken for more, or less, than the request says. */
export const severalCodesFaults = {
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
  'recalculation:reduction-stays': {
    title: 'takes the reduction of a code off the value still, once the code is left out',
    breaks: ['recalculation/every-discount'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: reductionStays(['recalculation']),
  },
  'recalculation:reduction-nearly': {
    title: 'takes the reduction of a code off the value still, a cent less, once the code is left out',
    breaks: ['recalculation/every-discount'],
    variants: ['granite'],
    front: reductionStays(['recalculation'], 1),
  },
  'recalculation:stored-reduction': {
    title: 'takes the reduction of the code a basket was made with off the value, whatever the request says',
    breaks: ['recalculation/every-discount'],
    variants: ['granite'],
    front: reductionStays(['retrieval']),
  },
  'recalculation:code-error-sticks': {
    title: 'says INVALID of every code once a bad one was tried in a basket',
    breaks: ['recalculation/good-discount-applied', 'recalculation/repeatable'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['recalculation'], () => {
      const spoilt = new Set<string>();
      return (body) => {
        const discounts = discountsOf(body);
        if (spoilt.has(textOf(body['id']))) for (const discount of discounts) discount['error'] ??= 'INVALID';
        if (discounts.some(({ error }) => error !== undefined)) spoilt.add(textOf(body['id']));
        return body;
      };
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
  'recalculation:bad-code-takes-off': {
    title: 'takes a cent off for a code that it says cannot be applied',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(['recalculation', 'lock'], () => (body) => {
      const bad = discountsOf(body).filter(({ error }) => error !== undefined).length;
      return alter(body, '/price/basketValue', (old) => Math.max(0, Number(old) - bad)) ?? body;
    }),
  },
  'recalculation:shortage-hides-code': {
    title: 'puts no error on a code where a product is short',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(['recalculation'], () => (body) => {
      if (isShort(body)) for (const discount of discountsOf(body)) delete discount['error'];
      return body;
    }),
  },
  'recalculation:code-hides-shortage': {
    title: 'puts no error on a product where a code is bad',
    breaks: ['recalculation/shortage-reported'],
    front: onBody(['recalculation'], () => (body) => {
      const isBad = discountsOf(body).some(({ error }) => error !== undefined);
      if (isBad) for (const product of objectsIn(body['products'])) delete product['error'];
      return body;
    }),
  },
  'recalculation:second-of-two-codes': {
    title: 'answers the last of two codes that are both valid',
    breaks: ['recalculation/every-discount'],
    // At the other shop codes are part of every basket, so that there are never just two.
    variants: ['granite'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const all = discountsOf(body);
      const isPair = codesIn(request).length === 2 && all.length === 2 && inForce(body).length === 2;
      return isPair ? withDiscounts(body, all.slice(1)) : body;
    }),
  },
  'lock:code-of-the-last': {
    title: 'locks the next basket without a code with the last code that was in force in another',
    breaks: ['basket/answers-the-asked'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['recalculation', 'lock'], () => {
      let last: JsonObject | undefined;
      return (body, { request, url }) => {
        if (codesIn(request).length > 0 && inForce(body).length > 0) last = body;
        const before = last;
        if (before === undefined || codesIn(request).length > 0 || before['id'] === body['id']) return body;
        if (!url.searchParams.has('lock')) return body;
        last = undefined;
        return withMissing(body, inForce(before));
      };
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
  'recalculation:second-code-clean': {
    title: 'puts no error on the second of several codes, unless there are more than five of them',
    breaks: ['recalculation/every-discount'],
    // The other shop applies one code only.
    variants: ['granite'],
    front: onBody(['recalculation'], () => (body, { request }) => {
      const [, second, ...others] = codesIn(request);
      if (others.length <= 3)
        for (const discount of discountsOf(body)) if (discount['code'] === second) delete discount['error'];
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
  'recalculation:crashes-on-a-code-for-nothing': {
    title: 'crashes on a discount code without products',
    breaks: ['recalculation/change-reflected'],
    // The other shop has a code of its own in each basket.
    variants: ['granite'],
    front: inFrontOf('recalculation', (next) => async (request) => {
      const asked = await jsonOf(request);
      const { discounts } = isObject(asked['price']) ? asked['price'] : {};
      return objectsIn(asked['products']).length === 0 && objectsIn(discounts).length > 0
        ? refusal(500)
        : next(request);
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
