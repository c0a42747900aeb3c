import { jsonOf, refusal, withBody } from '#mocks/faults';
import { isObject, type JsonObject } from '#mocks/json';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Calls, since on a busy machine all takes longer: a plan comes back to its baskets within 240 of them, and a run makes 570 at least. */
const sweptAfter = 400;

/** Baskets that have only been retrieved, the last time so many calls ago, are answered otherwise. */
const sweeping =
  (answer: (response: Response) => Promise<Response>): FrontDecorator =>
  (next) => {
    let calls = 0;
    const seenAt = new Map<string, number>();
    const used = new Set<unknown>();
    return async (request, operation) => {
      const call = ++calls;
      if (operation !== 'retrieval') {
        const body = await jsonOf(request);
        used.add(isObject(body['basket']) ? body['basket']['id'] : body['id']);
        return await next(request, operation);
      }
      const asked = new URL(request.url).searchParams.get('basketId') ?? '';
      const isLeft = call - (seenAt.get(asked) ?? call) >= sweptAfter && !used.has(asked);
      if (!isLeft) seenAt.set(asked, call);
      const response = await next(request, operation);
      return response.ok && isLeft ? await answer(response) : response;
    };
  };

/** Baskets that are gone long before their expiresAt. */
export const sweptBasketFaults = {
  'retrieval:swept': {
    title: 'empties baskets that were scanned and left alone for a while',
    breaks: ['basket/kept'],
    front: sweeping(async (response) => {
      const basket = (await response.json()) as JsonObject;
      const price = { ...(isObject(basket['price']) ? basket['price'] : {}), basketValue: 0, discounts: [] };
      return withBody(response, JSON.stringify({ ...basket, price, products: [] }));
    }),
  },
  'retrieval:swept-away': {
    title: 'has no basket any more that was scanned and left alone for a while',
    breaks: ['basket/kept'],
    front: sweeping(async () => await Promise.resolve(refusal(404))),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
