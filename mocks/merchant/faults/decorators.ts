import type { MerchantCall } from '#schemas';
import { type BodyChange, jsonOf, withBody } from '#mocks/faults';
import { isObject, type Json, type JsonObject, textOf } from '../../json.ts';
import type { FaultKit, FrontDecorator } from './merchant-fault.ts';

/** What a fault knows about the call whose answer it changes. */
export interface Asked extends FaultKit {
  /** The request's body; an empty object when it had none. */
  readonly request: JsonObject;
  readonly url: URL;
}

/** `make` is called once per shop, so that what it keeps is the shop's memory. */
export const onBody =
  (
    operations: readonly MerchantCall[],
    make: (kit: FaultKit) => (body: JsonObject, asked: Asked) => Json | Response,
  ): FrontDecorator =>
  (next, kit) => {
    const change = make(kit);
    return async (request, operation) => {
      if (!operations.includes(operation)) return next(request, operation);
      const asked = { ...kit, request: await jsonOf(request), url: new URL(request.url) };
      const response = await next(request, operation);
      const body = response.ok ? ((await response.json()) as Json) : null;
      if (!isObject(body)) return response;
      const changed = change(body, asked);
      return changed instanceof Response ? changed : withBody(response, JSON.stringify(changed));
    };
  };

/** As `onBody`, for a change that needs no memory and works in place. */
export const inPlace = (
  operations: readonly MerchantCall[],
  change: (body: JsonObject, asked: Asked) => unknown,
): FrontDecorator =>
  onBody(operations, () => (body, asked) => {
    change(body, asked);
    return body;
  });

/** Whose body a row changes: the answers of these operations. */
export const answering =
  (...operations: readonly MerchantCall[]) =>
  (change: BodyChange<Asked>): { readonly front: FrontDecorator } => ({ front: inPlace(operations, change) });

/** In the way of one operation; every other one goes through. */
export const inFrontOf =
  (
    operation: MerchantCall,
    make: (next: (request: Request) => Promise<Response>, kit: FaultKit) => (request: Request) => Promise<Response>,
  ): FrontDecorator =>
  (next, kit) => {
    const call = make((request) => next(request, operation), kit);
    return (request, actual) => (actual === operation ? call(request) : next(request, actual));
  };

export const carrying = (request: Request, body: object): Request =>
  new Request(request, { method: 'POST', body: JSON.stringify(body) });

/** Has one operation read another body than it was sent. */
export const onRequest = (operation: MerchantCall, change: (body: JsonObject) => object): FrontDecorator =>
  inFrontOf(operation, (next) => async (request) => await next(carrying(request, change(await jsonOf(request)))));

/** For a row: a moment that has passed. */
export const ago =
  (ms: number) =>
  (_: unknown, { clock }: FaultKit): string =>
    new Date(clock.now() - ms).toISOString();

export const idOf = (order: JsonObject): string => textOf(order['oaOrderId']);
