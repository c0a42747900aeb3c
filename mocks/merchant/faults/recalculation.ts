import { alter, refusal, bodyFaults, raceWindow, withBody } from '#mocks/faults';
import type { MerchantCall } from '#schemas';
import { isObject, type Json, type JsonObject, objectsIn } from '../../json.ts';
import { type Asked, onBody, ago, answering, inFrontOf } from './decorators.ts';
import type { FrontDecorator, MerchantFault } from './merchant-fault.ts';

export const priceOf = (body: JsonObject): JsonObject => (isObject(body['price']) ? body['price'] : {});

export const codesOf = (body: JsonObject): readonly JsonObject[] => objectsIn(priceOf(body)['discounts']);

export const hasError = (product: Json | undefined): product is JsonObject =>
  isObject(product) && product['error'] !== undefined;

/** The answer is worked out, and refused where `objects` says so. */
export const refusing = (
  operations: readonly MerchantCall[],
  status: number,
  objects: (body: JsonObject, call: Asked) => boolean,
): FrontDecorator => onBody(operations, () => (body, call) => (objects(body, call) ? refusal(status) : body));

export const unlocked = (request: Request): Request => {
  const url = new URL(request.url);
  url.searchParams.delete('lock');
  return new Request(url, request);
};

export const recalculationFaults = {
  'recalculation:bad-code-refused': {
    title: 'answers 422 to a bad code',
    breaks: ['recalculation/bad-discount-reported'],
    front: refusing(['recalculation'], 422, (body) => codesOf(body).some(hasError)),
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
  'lock:only-recalculates': {
    title: 'takes no notice of lock=true',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: (next) => (request, operation) =>
      operation === 'lock' ? next(unlocked(request), operation) : next(request, operation),
  },
  'lock:races': {
    title: 'looks at the stock, and sets it aside only later',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: inFrontOf('lock', (next, kit) => async (request) => {
      const looked = await next(unlocked(request.clone()));
      await raceWindow(kit.clock);
      const locked = await next(request);
      if (!looked.ok || !locked.ok) return locked;
      const { expiresAt } = (await locked.json()) as JsonObject;
      return withBody(looked, JSON.stringify({ ...((await looked.json()) as JsonObject), expiresAt }));
    }),
  },
  ...bodyFaults(answering('lock'), {
    'lock:expired': ['lock: expiresAt a second ago', 'lock/expires-in-future', '/expiresAt', ago(1000)],
  }),
} as const satisfies Readonly<Record<string, MerchantFault>>;
