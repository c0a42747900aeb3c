import { dawdle, inFrontOf, readBody, refusal, withBody } from './around.ts';
import { isObject, type JsonObject, textOf } from './json.ts';
import type { Call, FrontSpoiler, MerchantFault } from './merchant-fault.ts';

const unlocked = (request: Request): Request => {
  const url = new URL(request.url);
  url.searchParams.delete('lock');
  return new Request(url, request);
};

const orderedBasket = (order: JsonObject): string => (isObject(order['basket']) ? textOf(order['basket']['id']) : '');

/** An order of a basket that was locked before goes to `answer` instead. */
const afterLock =
  (answer: (request: Request, next: Call, lockedAt: number, now: number) => Promise<Response>): FrontSpoiler =>
  (next, { clock }) => {
    const locked = new Map<string, number>();
    return async (request, operation) => {
      if (operation === 'lock') locked.set(textOf((await readBody(request))['id']), clock.now());
      const lockedAt = operation === 'order' ? locked.get(orderedBasket(await readBody(request))) : undefined;
      return lockedAt === undefined ? next(request, operation) : answer(request, next, lockedAt, clock.now());
    };
  };

export const lockFaults = {
  'lock:only-recalculates': {
    title: 'takes no notice of lock=true',
    breaks: ['lock/last-unit-once'],
    front: (next) => (request, operation) =>
      operation === 'lock' ? next(unlocked(request), operation) : next(request, operation),
  },
  'lock:races': {
    title: 'looks at the stock, and sets it aside only later',
    breaks: ['lock/last-unit-once'],
    front: inFrontOf('lock', (next, kit) => async (request) => {
      const looked = await next(unlocked(request.clone()));
      await dawdle(kit);
      const locked = await next(request);
      if (!looked.ok || !locked.ok) return locked;
      const { expiresAt } = (await locked.json()) as JsonObject;
      return withBody(looked, JSON.stringify({ ...((await looked.json()) as JsonObject), expiresAt }));
    }),
  },
  'lock:blocks-order': {
    title: 'a locked basket cannot be ordered',
    breaks: ['lock/orderable', 'order/confirmed'],
    front: afterLock(async () => refusal(423)),
  },
  'lock:crashes-order': {
    title: 'the order of a locked basket crashes',
    breaks: ['lock/orderable', 'order/confirmed'],
    front: afterLock(async () => refusal(500)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
