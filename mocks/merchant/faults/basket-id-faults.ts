import { withBody } from '#mocks/faults';
import { type JsonObject, textOf } from '../../json.ts';
import type { FrontDecorator, MerchantFault } from './merchant-fault.ts';

/** Every recalculated basket gets another id, by which the shop knows it from then on, as well as by the first. */
const renaming =
  (rename: (id: string, count: number) => string): FrontDecorator =>
  (next) => {
    const originals = new Map<string, string>();
    return async (request, operation) => {
      const response = await next(await withOriginals(request, originals), operation);
      if (operation !== 'recalculation' || !response.ok) return response;
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

export const basketIdFaults = {
  'recalculation:new-basket-id': {
    title: 'gives the basket a new id with every recalculation',
    breaks: ['recalculation/keeps-basket-id'],
    front: renaming((_, count) => `new-${count}`),
  },
  'recalculation:prefixed-id': {
    title: 'puts its own prefix before the id',
    breaks: ['recalculation/keeps-basket-id'],
    front: renaming((id) => `c-${id}`.slice(0, 36)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
