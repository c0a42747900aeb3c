import { inPlace, ago } from '#mocks/merchant/faults/decorators';
import type { FaultKit, MerchantFault, Send, SendDecorator } from '#mocks/merchant/faults/merchant-fault';
import { bodyFaults, jsonOf } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { rewritten, resent, onPush } from '#mocks/merchant/faults/basket-change';

/** By its id, what each basket was last retrieved with at a shop. */
export const retrieved = new WeakMap<FaultKit['inventory'], Map<unknown, string>>();

/** By its id, what each basket was first retrieved with, and whether it was recalculated since. */
const scanned = new WeakMap<FaultKit['inventory'], Map<unknown, { readonly body: string; isChanged: boolean }>>();

const noteRetrieved = inPlace(['retrieval'], (body, { inventory }) => {
  const shown = retrieved.get(inventory) ?? new Map<unknown, string>();
  retrieved.set(inventory, shown.set(body['id'], JSON.stringify(body)));
});

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

const calling =
  (call: (request: Request) => Request): SendDecorator =>
  (next) =>
  (request) =>
    next(call(request));

/** Basket changes pushed wrongly. */
export const pushFaults = {
  'push:before-the-change': {
    title: 'pushes baskets as they were before they changed',
    breaks: ['basket-change/known-basket'],
    // The other shop pushes baskets that have not changed.
    variants: ['granite'],
    front: noteRetrieved,
    send:
      (next, { inventory }) =>
      async (request) => {
        const pushed = await request.text();
        const { id } = JSON.parse(pushed) as { id?: unknown };
        return await next(resent(request, retrieved.get(inventory)?.get(id) ?? pushed));
      },
  },
  'push:as-scanned': {
    title: 'pushes a basket with the products it was scanned with, whatever it was recalculated to hold',
    breaks: ['basket-change/known-basket'],
    // The other shop keeps no recalculation.
    variants: ['granite'],
    front: inPlace(['retrieval', 'recalculation'], (body, { inventory, request }) => {
      const held = scanned.get(inventory) ?? new Map<unknown, { readonly body: string; isChanged: boolean }>();
      scanned.set(inventory, held);
      const one = held.get(body['id']);
      if (one === undefined) held.set(body['id'], { body: JSON.stringify(body), isChanged: false });
      else if (request['products'] !== undefined) one.isChanged = true;
    }),
    send:
      (next, { inventory }) =>
      async (request) => {
        const pushed = await request.text();
        const { id } = JSON.parse(pushed) as { id?: unknown };
        const one = scanned.get(inventory)?.get(id);
        return await next(resent(request, one?.isChanged === true ? one.body : pushed));
      },
  },
  'push:silent-after-rejection': {
    title: 'pushes nothing any more after a 400',
    breaks: ['basket-change/survives-rejection'],
    send: afterRejection(async () => new Response(null, { status: 204 })),
  },
  'push:form': {
    title: 'pushes a form field instead of JSON',
    breaks: ['basket-change/body'],
    send: rewritten((body) => `basket=${encodeURIComponent(body)}`),
  },
  ...bodyFaults((change) => ({ send: onPush(change) }), {
    'push:expired': ['pushes a basket that has expired', 'basket-change/deliverable', '/expiresAt', ago(1000)],
    'push:no-delivery': [
      'pushes a basket without delivery options',
      'basket-change/deliverable',
      '/deliveryOptions',
      () => [],
    ],
    'push:own-id': ['pushes its own number of the basket', 'basket-change/known-basket', '/id', 'internal-4711'],
    'push:other-case-id': [
      'pushes the id with a prefix',
      'basket-change/known-basket',
      '/id',
      (old) => `#${textOf(old)}`.slice(0, 36),
    ],
  }),
  'push:other-currency': {
    title: 'pushes baskets in dollars, at the same figures',
    breaks: ['basket/one-unit'],
    // The other shop writes a sign, which may be that of any.
    variants: ['granite'],
    send: onPush(({ price }) => {
      if (isObject(price)) price['currency'] = 'USD';
    }),
  },
  'push:code-without-value': {
    title: 'pushes the discount code of a logged-in user without its value',
    breaks: ['basket/discounts'],
    // The other shop pushes what was retrieved, whatever code was entered since.
    variants: ['granite'],
    send: onPush((body) => {
      if (typeof body['loggedUser'] !== 'string' || !isObject(body['price'])) return;
      for (const discount of objectsIn(body['price']['discounts'])) delete discount['value'];
    }),
  },
  'push:without-codes': {
    title: 'pushes a basket at its value and without its discount codes',
    breaks: ['basket-change/known-basket'],
    variants: ['granite'],
    send: onPush(({ price }) => {
      if (isObject(price)) price['discounts'] = [];
    }),
  },
  'push:user-as-object': {
    title: 'pushes the user of a basket with a discount code as an object',
    breaks: ['basket/logged-user'],
    variants: ['granite'],
    send: onPush((body) => {
      if (isObject(body['price']) && objectsIn(body['price']['discounts']).length > 0)
        body['loggedUser'] = { id: body['loggedUser'] };
    }),
  },
  'push:second-expired': {
    title: 'pushes a basket that has expired from the second push on',
    breaks: ['basket-change/deliverable'],
    send: (next, kit) => {
      let pushes = 0;
      const expired = onPush((body) => {
        body['expiresAt'] = new Date(kit.clock.now() - 60_000).toISOString();
      })(next, kit);
      return (request) => (++pushes > 1 ? expired(request) : next(request));
    },
  },
  'push:no-delivery-after-400': {
    title: 'pushes baskets without delivery options after a 400',
    breaks: ['basket-change/deliverable'],
    send: afterRejection(async (next, request) =>
      next(resent(request, JSON.stringify({ ...(await jsonOf(request)), deliveryOptions: [] }))),
    ),
  },
  'push:first-line-only': {
    title: 'pushes the first line of a basket, at the price of all',
    breaks: ['basket-change/known-basket'],
    // The other shop pushes baskets that have not changed.
    variants: ['granite'],
    send: onPush((body) => {
      body['products'] = objectsIn(body['products']).slice(0, 1);
    }),
  },
  'push:of-other-baskets': {
    title: 'pushes under the id of a basket what other baskets were retrieved with, of one after the other',
    breaks: ['basket-change/known-basket'],
    // The other shop changes the basket as well, which says enough.
    variants: ['willow'],
    front: noteRetrieved,
    send: (next, { inventory }) => {
      const pushed = new Set<string>();
      return async (request) => {
        const body = await jsonOf(request);
        const own = JSON.stringify(body['products']);
        for (const text of retrieved.get(inventory)?.values() ?? []) {
          const other = JSON.parse(text) as JsonObject;
          const products = JSON.stringify(other['products']);
          if (products === own || pushed.has(products)) continue;
          pushed.add(products);
          return await next(resent(request, JSON.stringify({ ...other, id: body['id'] })));
        }
        return await next(resent(request, JSON.stringify(body)));
      };
    },
  },
  'push:under-another-id': {
    title: 'pushes a basket under the id of another one that was retrieved',
    breaks: ['basket/answers-the-asked'],
    // The other shop pushes baskets that have not changed, so that each push is also told as of what another basket holds.
    variants: ['granite'],
    front: noteRetrieved,
    send: onPush((body, { inventory }) => {
      const own = JSON.stringify(body['products']);
      const isOther = ([id, text]: readonly [unknown, string]): boolean =>
        id !== body['id'] && JSON.stringify((JSON.parse(text) as JsonObject)['products']) !== own;
      const other = [...(retrieved.get(inventory) ?? [])].find(isOther);
      if (other !== undefined) body['id'] = String(other[0]);
    }),
  },
  'push:again-as-another': {
    title: 'pushes what was answered 400 once more, under its own number of the basket',
    breaks: ['basket-change/known-basket'],
    send: (next) => async (request) => {
      const body = await jsonOf(request.clone());
      const response = await next(request.clone());
      if (response.status === 400)
        await next(resent(request, JSON.stringify({ ...body, id: `x${textOf(body['id'])}`.slice(0, 36) })));
      return response;
    },
  },
  'push:by-put': {
    title: 'pushes by PUT',
    breaks: ['basket-change/called-right'],
    send: calling((request) => new Request(request, { method: 'PUT' })),
  },
  'push:trailing-slash': {
    title: 'pushes to the path with a slash after it',
    breaks: ['basket-change/called-right'],
    send: calling((request) => new Request(`${request.url}/`, request)),
  },
  'push:capital-path': {
    title: 'pushes to the path in another case',
    breaks: ['basket-change/called-right'],
    send: calling((request) => new Request(request.url.replace('/baskets/', '/Baskets/'), request)),
  },
  'push:says-text': {
    title: 'pushes JSON and calls it text',
    breaks: ['basket-change/called-right'],
    send: calling((request) => new Request(request, { headers: { 'content-type': 'text/plain;charset=UTF-8' } })),
  },
  'push:malformed-after-rejection': {
    title: 'pushes half a basket after a 400',
    breaks: ['basket-change/survives-rejection', 'basket-change/body'],
    send: afterRejection(async (next, request) => next(resent(request, '{"id":"'))),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
