import {
  type Basket,
  type CataloguePage,
  type Operation,
  type OrderConfirmation,
  type OrderPlacement,
  type ReducedBasket,
  type ShapeName,
  validate,
} from '#schemas';
import { toBody, withQuery } from '#traffic';
import type { MerchantSignature } from '../../signatures/merchant-signature.ts';
import type { Outcome } from '../../calls/tap.ts';
import type { CallAnswer } from './call-answer.ts';

/** Told that a call goes out; its answer is told what came of it. */
export type WatchCall = (request: Request, operation: MerchantOperation, body: string) => (outcome: Outcome) => void;

/** The calls by the register's names of their answers. */
export type MerchantOperation = Extract<Operation, 'retrieval' | 'recalculation' | 'lock' | 'order' | 'catalogue'>;

export interface MerchantEndpoints {
  readonly basketUrl: string;
  readonly recalculateUrl: string;
  readonly orderUrl: string;
  readonly catalogueUrl: string;
}

export interface MerchantCallsOptions {
  /** The ones that are there; a call without its address throws. */
  readonly endpoints: Partial<MerchantEndpoints>;
  readonly send: (request: Request) => Promise<Response>;
  readonly watch?: WatchCall;
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs every call, and tells whether a response is signed as it should be. */
  readonly signature?: MerchantSignature;
  /** Replaces the fifteen. */
  readonly deliveryOptionKeys?: readonly string[];
}

/** The five calls of the platform to a merchant. An aborted one is silent. */
export interface MerchantCalls {
  retrieve(basketId: string, signal: AbortSignal): Promise<CallAnswer<Basket>>;
  recalculate(request: ReducedBasket, signal: AbortSignal): Promise<CallAnswer<Basket>>;
  lock(request: ReducedBasket, signal: AbortSignal): Promise<CallAnswer<Basket>>;
  order(placement: OrderPlacement, signal: AbortSignal): Promise<CallAnswer<OrderConfirmation>>;
  catalogue(query: CatalogueQuery, signal: AbortSignal): Promise<CallAnswer<CataloguePage>>;
}

export interface CatalogueQuery {
  /** Absent on a full synchronisation. */
  readonly checkpoint?: string;
  readonly limit: number;
}

export const createMerchantCalls = (options: MerchantCallsOptions): MerchantCalls => {
  const urlOf = (name: keyof MerchantEndpoints): string => {
    const url = options.endpoints[name];
    if (url === undefined) throw new Error(`the merchant has no ${name}`);
    return url;
  };
  const get = <Body>(operation: MerchantOperation, url: string, signal: AbortSignal) =>
    call<Body>(options, operation, new Request(url, { ...outgoing, signal }), '');
  const post = <Body>(operation: MerchantOperation, url: string, message: object, signal: AbortSignal) => {
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json' };
    const request = new Request(url, { ...outgoing, method: 'POST', headers, body, signal });
    return call<Body>(options, operation, request, body);
  };
  return {
    retrieve: (basketId, signal) => get('retrieval', withQuery(urlOf('basketUrl'), { basketId }), signal),
    recalculate: (request, signal) => post('recalculation', urlOf('recalculateUrl'), request, signal),
    lock: (request, signal) => post('lock', withQuery(urlOf('recalculateUrl'), { lock: 'true' }), request, signal),
    order: (placement, signal) => post('order', urlOf('orderUrl'), placement, signal),
    catalogue: ({ checkpoint, limit }, signal) =>
      get('catalogue', withQuery(urlOf('catalogueUrl'), { checkpoint, limit: String(limit) }), signal),
  };
};

const shapes = {
  retrieval: 'basket',
  recalculation: 'basket',
  lock: 'basket',
  order: 'order-confirmation',
  catalogue: 'catalogue-page',
} as const satisfies Readonly<Record<MerchantOperation, ShapeName>>;

// A redirect is an answer outside 2xx: following one would send an order to an address nobody configured.
const outgoing = { redirect: 'manual' } as const;

const call = async <Body>(
  { send, watch, headers, signature, deliveryOptionKeys }: MerchantCallsOptions,
  operation: MerchantOperation,
  request: Request,
  body: string,
): Promise<CallAnswer<Body>> => {
  request.headers.set('accept', 'application/json');
  for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
  // A response is signed over its bytes as they were sent: nothing may unpack them on their way.
  if (signature?.problemOf !== undefined) request.headers.set('accept-encoding', 'identity');
  const { method, url } = request;
  const signed = await signature?.sign({ method, url, headers: request.headers, body: new TextEncoder().encode(body) });
  for (const [name, value] of Object.entries(signed ?? {})) request.headers.set(name, value);

  const done = watch?.(request, operation, body);
  const silent = (reason: string): CallAnswer<never> => {
    done?.({ failure: { code: 'NO_ANSWER', message: reason } });
    return { kind: 'silent', reason };
  };
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await send(request);
    if (response.type === 'error') return silent('the connection was closed');
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return silent(error instanceof Error ? causeOf(error) : String(error));
  }
  const { status } = response;
  const answer = toBody(bytes);
  done?.({ response: { status, headers: Object.fromEntries(response.headers), body: answer } });
  if (!response.ok) return { kind: 'refused', status, reason: new TextDecoder().decode(bytes).slice(0, 200) };
  const problem = await signature?.problemOf?.({ method, url, headers: response.headers, body: bytes, status });
  if (problem !== undefined) return { kind: 'unusable', reason: problem };
  const { json } = answer;
  if (!json.ok) return { kind: 'unusable', reason: 'it is not JSON' };
  const [violation, ...more] = validate(shapes[operation], json.value, { deliveryOptionKeys });
  if (violation === undefined) return { kind: 'answered', body: json.value as Body };
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  return { kind: 'unusable', reason: `${violation.pointer || '/'} ${violation.message}${others}` };
};

/** `fetch failed` says nothing; its cause does. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
