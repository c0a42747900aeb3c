import { createHash } from 'node:crypto';
import { jsonOf, refusal, withBody } from '#mocks/faults';
import type { MerchantCall } from '#schemas';
import { type Json, type JsonObject, textOf } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Every basket of these answers gets another id, by which the shop knows it from then on, as well as by the first. */
const renaming =
  (operations: readonly MerchantCall[], rename: (id: string, count: number) => string): FrontDecorator =>
  (next) => {
    const originals = new Map<string, string>();
    return async (request, operation) => {
      const response = await next(await withOriginals(request, originals), operation);
      if (!operations.includes(operation) || !response.ok) return response;
      const body = (await response.json()) as JsonObject;
      const id = textOf(body['id']);
      const renamed = rename(id, originals.size + 1);
      originals.set(renamed, id);
      return withBody(response, JSON.stringify({ ...body, id: renamed }));
    };
  };

const withOriginals = async (request: Request, originals: ReadonlyMap<string, string>): Promise<Request> => {
  if (request.method === 'GET') return request;
  let body = await request.text();
  for (const [renamed, id] of originals) body = body.replaceAll(JSON.stringify(renamed), () => JSON.stringify(id));
  return new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal });
};

/** Where baskets are shown: everywhere alike. */
const shown = ['retrieval', 'recalculation', 'lock'] as const;

/** As a basket is retrieved that was locked so often. */
const refusingLocked =
  (status: number, times: number): FrontDecorator =>
  (next) => {
    const locks = new Map<string, number>();
    return async (request, operation) => {
      if (operation === 'retrieval') {
        const asked = new URL(request.url).searchParams.get('basketId') ?? '';
        return (locks.get(asked) ?? 0) >= times ? refusal(status) : next(request, operation);
      }
      if (operation === 'lock') {
        const basketId = textOf((await jsonOf(request))['id']);
        locks.set(basketId, (locks.get(basketId) ?? 0) + 1);
      }
      return next(request, operation);
    };
  };

/** By user, what the basket holds that was changed last. */
const lastOfUser: FrontDecorator = onBody(['retrieval', 'recalculation'], () => {
  const last = new Map<string, JsonObject>();
  return (body, { request }) => {
    const user = textOf(body['loggedUser']);
    const other = last.get(user);
    if (request['id'] !== undefined && user !== '') last.set(user, body);
    return request['id'] === undefined && other
      ? { ...body, products: other['products'] ?? [], price: other['price'] ?? {} }
      : body;
  };
});

export const basketIdFaults = {
  'retrieval:last-of-its-user': {
    title: 'shows in each basket of a user what the one holds that was recalculated last',
    breaks: ['basket/answers-the-asked'],
    // The other shop keeps nothing of a recalculation.
    variants: ['granite'],
    front: lastOfUser,
  },
  'retrieval:own-number': {
    title: 'shows baskets under a number of its own',
    breaks: ['basket/answers-the-asked'],
    front: renaming(shown, (id) => `no. ${createHash('sha1').update(id).digest('hex').slice(0, 12)}`),
  },
  'retrieval:id-without-case': {
    title: 'shows ids of baskets in lower case',
    breaks: ['basket/answers-the-asked'],
    // The ids of the other shop have no capital letters but one that stays within 36 characters either way.
    variants: ['granite'],
    front: renaming(shown, (id) => id.toLowerCase()),
  },
  'retrieval:crashes-locked-twice': {
    title: 'answers 500 where a basket is retrieved that was locked more than once',
    breaks: ['basket/retrieval-answers'],
    front: refusingLocked(500, 2),
  },
  'retrieval:refuses-locked': {
    title: 'answers 423 where a basket is retrieved that is locked',
    breaks: ['basket/retrieval-answers'],
    front: refusingLocked(423, 1),
  },
  'lock:again-is-another': {
    title: 'answers a lock of what is locked already with the basket that was locked before it',
    breaks: ['basket/answers-the-asked', 'lock/orderable'],
    // At the other shop baskets have owners, and may be put together.
    variants: ['willow'],
    front: onBody(['lock'], () => {
      const locked: Json[] = [];
      return (body) => {
        const { id = '' } = body;
        const at = locked.indexOf(id);
        if (at === -1) locked.push(id);
        return at > 0 ? { ...body, id: locked[at - 1] ?? id } : body;
      };
    }),
  },
  'recalculation:new-basket-id': {
    title: 'gives the basket a new id with every recalculation',
    breaks: ['recalculation/keeps-basket-id'],
    front: renaming(['recalculation'], (_, count) => `new-${count}`),
  },
  'recalculation:prefixed-id': {
    title: 'puts its own prefix before the id',
    breaks: ['recalculation/keeps-basket-id'],
    front: renaming(['recalculation'], (id) => `c-${id}`.slice(0, 36)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
