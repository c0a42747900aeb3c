import { jsonOf, refusal, withBody } from '#mocks/faults';
import { isObject, type JsonObject } from '#mocks/json';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Longer than anything is done with a basket at once, and shorter than a run. */
const sweptAfterMs = 9000;

/** Baskets that were first retrieved so long ago, and have never been used since, are answered otherwise. */
const sweeping =
  (answer: (response: Response) => Promise<Response>): FrontDecorator =>
  (next, { clock }) => {
    const seenAt = new Map<string, number>();
    const used = new Set<unknown>();
    return async (request, operation) => {
      if (operation !== 'retrieval') {
        const body = await jsonOf(request);
        used.add(isObject(body['basket']) ? body['basket']['id'] : body['id']);
        return await next(request, operation);
      }
      const asked = new URL(request.url).searchParams.get('basketId') ?? '';
      const first = seenAt.get(asked) ?? clock.now();
      seenAt.set(asked, first);
      const response = await next(request, operation);
      return response.ok && !used.has(asked) && clock.now() - first >= sweptAfterMs ? await answer(response) : response;
    };
  };

/** Baskets that are gone long before their expiresAt. */
export const sweptBasketFaults = {
  'retrieval:swept': {
    title: 'empties baskets some seconds after they were scanned',
    breaks: ['basket/kept'],
    front: sweeping(async (response) => {
      const basket = (await response.json()) as JsonObject;
      const price = { ...(isObject(basket['price']) ? basket['price'] : {}), basketValue: 0, discounts: [] };
      return withBody(response, JSON.stringify({ ...basket, price, products: [] }));
    }),
  },
  'retrieval:swept-away': {
    title: 'has no basket any more that was scanned some seconds ago',
    breaks: ['basket/kept'],
    front: sweeping(async () => await Promise.resolve(refusal(404))),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
