import {
  type Basket,
  calls,
  type CataloguePage,
  firstViolation,
  type MerchantAddress,
  type MerchantCall,
  merchantCall,
  type OrderConfirmation,
  type OrderPlacement,
  type ReducedBasket,
} from '#schemas';
import { readBody, withQuery } from '#traffic';
import type { MerchantSignature } from '../../signatures/merchant-signature.ts';
import type { Outcome } from '../../calls/event.ts';
import type { CallAnswer } from './call-answer.ts';

/** Told that a call goes out; its answer is told what came of it. */
export type WatchCall = (request: Request, operation: MerchantCall, body: string) => (outcome: Outcome) => void;

export type MerchantEndpoints = Readonly<Record<MerchantAddress, string>>;

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

export type MerchantCalls = ReturnType<typeof createMerchantCalls>;

export interface CatalogueQuery {
  /** Absent on a full synchronisation. */
  readonly checkpoint?: string;
  readonly limit: number;
}

/** The five calls of the platform to a merchant. An aborted one is silent. */
export const createMerchantCalls = (options: MerchantCallsOptions) => {
  const make = <Body>(name: MerchantCall, signal: AbortSignal, { query, message }: Sent) => {
    const { method, address, marked } = merchantCall(name);
    const endpoint = options.endpoints[address];
    if (endpoint === undefined) throw new Error(`the merchant has no ${address}`);
    const body = message === undefined ? '' : JSON.stringify(message);
    const json = message && { headers: { 'content-type': 'application/json' }, body };
    const url = withQuery(endpoint, { ...marked, ...query });
    return call<Body>(options, name, new Request(url, { ...outgoing, method, ...json, signal }), body);
  };
  return {
    retrieve: (basketId: string, signal: AbortSignal) => make<Basket>('retrieval', signal, { query: { basketId } }),
    recalculate: (message: ReducedBasket, signal: AbortSignal) => make<Basket>('recalculation', signal, { message }),
    lock: (message: ReducedBasket, signal: AbortSignal) => make<Basket>('lock', signal, { message }),
    order: (message: OrderPlacement, signal: AbortSignal) => make<OrderConfirmation>('order', signal, { message }),
    catalogue: ({ checkpoint, limit }: CatalogueQuery, signal: AbortSignal) =>
      make<CataloguePage>('catalogue', signal, { query: { checkpoint, limit: String(limit) } }),
  };
};

interface Sent {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly message?: object;
}

// A redirect is an answer outside 2xx: following one would send an order to an address nobody configured.
const outgoing = { redirect: 'manual' } as const;

const call = async <Body>(
  { send, watch, headers, signature, deliveryOptionKeys }: MerchantCallsOptions,
  operation: MerchantCall,
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
  try {
    response = await send(request);
    if (response.type === 'error') return silent('the connection was closed');
  } catch (error) {
    return silent(error instanceof Error ? causeOf(error) : String(error));
  }
  const { status } = response;
  const { body: answer, incomplete } = await readBody(response);
  if (incomplete) return silent('the connection was closed half-way');
  const { bytes } = answer;
  done?.({ response: { status, headers: Object.fromEntries(response.headers), body: answer } });
  if (!response.ok)
    return { kind: 'refused', status, reason: new TextDecoder().decode(bytes.subarray(0, 800)).slice(0, 200) };
  const problem = await signature?.problemOf?.({ method, url, headers: response.headers, body: bytes, status });
  if (problem !== undefined) return { kind: 'unusable', reason: problem };
  const { json } = answer;
  if (!json.ok) return { kind: 'unusable', reason: answer.truncated ? json.reason : 'it is not JSON' };
  const violation = firstViolation(calls[operation].answers['2XX'].shape, json.value, { deliveryOptionKeys });
  if (violation === undefined) return { kind: 'answered', body: json.value as Body };
  return { kind: 'unusable', reason: `${violation.pointer || '/'} ${violation.message}` };
};

/** `fetch failed` says nothing; its cause does. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
