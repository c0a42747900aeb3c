import { inPlace } from './decorators.ts';
import type { FaultKit, MerchantFault, Send, SendDecorator } from './merchant-fault.ts';
import { resent } from './pushed.ts';

export const rewritten =
  (rewrite: (body: string) => string): SendDecorator =>
  (next) =>
  async (request) =>
    next(resent(request, rewrite(await request.text())));

/** By its id, what each basket was last retrieved with at a shop. */
export const retrieved = new WeakMap<FaultKit['inventory'], Map<unknown, string>>();

/** Calls `then` for every push after one that was answered 400. */
export const afterRejection =
  (then: (next: Send, request: Request) => Promise<Response>): SendDecorator =>
  (next) => {
    let rejected = false;
    return async (request) => {
      if (rejected) return then(next, request);
      const response = await next(request);
      rejected = response.status === 400;
      return response;
    };
  };

export const basketChangeFaults = {
  'push:array': {
    title: 'pushes baskets in an array',
    breaks: ['basket-change/body'],
    send: rewritten((body) => `[${body}]`),
  },
  'push:before-the-change': {
    title: 'pushes baskets as they were before they changed',
    breaks: ['basket-change/known-basket'],
    // The other shop pushes baskets that have not changed.
    variants: ['granite'],
    front: inPlace(['retrieval'], (body, { inventory }) => {
      const shown = retrieved.get(inventory) ?? new Map<unknown, string>();
      retrieved.set(inventory, shown.set(body['id'], JSON.stringify(body)));
    }),
    send:
      (next, { inventory }) =>
      async (request) => {
        const pushed = await request.text();
        const { id } = JSON.parse(pushed) as { id?: unknown };
        return await next(resent(request, retrieved.get(inventory)?.get(id) ?? pushed));
      },
  },
  'push:silent-after-rejection': {
    title: 'pushes nothing any more after a 400',
    breaks: ['basket-change/survives-rejection'],
    send: afterRejection(async () => new Response(null, { status: 204 })),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
