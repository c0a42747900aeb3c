import { bodyFaults, raceWindow, withBody } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn } from '../../json.ts';
import { ago, answering, inFrontOf, onBody } from './decorators.ts';
import type { MerchantFault } from './merchant-fault.ts';

export const unlocked = (request: Request): Request => {
  const url = new URL(request.url);
  url.searchParams.delete('lock');
  return new Request(url, request);
};

export const lockFaults = {
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
  'lock:bad-code-dropped': {
    title: 'leaves codes that cannot be applied out of a lock',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => {
      const price = isObject(body['price']) ? body['price'] : {};
      return {
        ...body,
        price: { ...price, discounts: objectsIn(price['discounts']).filter(({ error }) => error === undefined) },
      };
    }),
  },
  ...bodyFaults(answering('lock'), {
    'lock:expired': ['lock: expiresAt a second ago', 'lock/expires-in-future', '/expiresAt', ago(1000)],
  }),
} as const satisfies Readonly<Record<string, MerchantFault>>;
