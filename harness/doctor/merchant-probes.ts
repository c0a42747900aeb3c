import { randomUUID } from 'node:crypto';
import type { MerchantSignature } from '#mocks/platform';
import type { MerchantTarget, ReducedBasket } from '#schemas';
import { dateOf, timeoutCode, toBody, withQuery } from '#traffic';
import { createTraces } from '../client/traces.ts';
import { callHeaders } from '../client/call-headers.ts';
import type { CallFailure } from '../client/failure.ts';
import type { Outbound, OutboundRequest, Reply } from '../client/outbound.ts';
import { responseSignatureProblem, signatureHeaders } from '../client/signed-call.ts';

export type Probe =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Undefined when the body is not JSON. */
      readonly body: unknown;
      readonly isPage: boolean;
      readonly location: string | undefined;
      /** Epoch milliseconds of the Date header. */
      readonly date: number | undefined;
      /** What is wrong with its signature, where one is configured. */
      readonly signatureProblem: string | undefined;
    }
  | { readonly kind: 'silent'; readonly why: string; readonly blame?: CallFailure['blame'] };

/** The calls that change nothing at the merchant. An order is never placed to try something. */
export type MerchantProbes = ReturnType<typeof createMerchantProbes>;

export interface ProbeOptions {
  readonly signature: MerchantSignature | undefined;
  readonly outbound: Outbound;
  readonly timeoutMs: number;
}

const patience = 3;

export const createMerchantProbes = (target: MerchantTarget, options: ProbeOptions) => {
  const { outbound, timeoutMs, signature } = options;
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    body?: unknown,
    traced?: Record<string, string>,
  ): Promise<Probe> => {
    const request: OutboundRequest = {
      method,
      url,
      headers: { ...traced, ...callHeaders(target.headers, { hasBody: body !== undefined }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs,
    };
    const signed = signature && (await signatureHeaders(request, signature));
    const sent = { ...request, headers: { ...request.headers, ...signed } };
    const first = await outbound(sent);
    const isLate = first.head === undefined && first.failure?.code === timeoutCode;
    // Whoever was asleep has been woken by the first call; no limit is stated for it.
    const reply = isLate ? await outbound({ ...sent, timeoutMs: patience * timeoutMs }) : first;
    return toProbe(reply, signature && (await responseSignatureProblem(request, reply, signature)));
  };
  return {
    retrieve: (basketId: string) => call('GET', withQuery(target.basketUrl ?? '', { basketId })),
    /** As a run does. */
    retrieveTraced: (basketId: string) =>
      call('GET', withQuery(target.basketUrl ?? '', { basketId }), undefined, {
        traceparent: createTraces(basketId)(),
      }),
    recalculate: (request: ReducedBasket) => call('POST', target.recalculateUrl ?? '', request),
    /** An order without a member, which nobody can place; or one sent to an address beside. */
    emptyOrder: (where: 'there' | 'beside') =>
      call('POST', where === 'there' ? (target.orderUrl ?? '') : beside(target.orderUrl ?? ''), {}),
    catalogue: () => call('GET', withQuery(target.catalogueUrl ?? '', { limit: '10' })),
  };
};

/** What the address beside has at its end. */
export const besideMark = '-no-such-address';

const beside = (address: string): string => {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${besideMark}`;
  return url.href;
};

const toProbe = ({ head, bytes, failure }: Reply, signatureProblem: string | undefined): Probe => {
  if (head === undefined)
    return { kind: 'silent', why: failure?.message ?? 'there was no answer', ...(failure && { blame: failure.blame }) };
  const { json } = toBody(bytes, { encoding: head.headers['content-encoding'] });
  return {
    kind: 'answered',
    status: head.status,
    body: json.ok ? json.value : undefined,
    isPage: !json.ok && /html/i.test(head.headers['content-type'] ?? ''),
    location: head.headers['location'],
    date: dateOf({ response: head }),
    signatureProblem,
  };
};

/** The retrieved basket, asked for again as it is; undefined when it lacks what that takes. */
export const unchanged = (basket: unknown): ReducedBasket | undefined => {
  const { id, price, products, loggedUser } = record(basket);
  const { currency, discounts } = record(price);
  if (typeof id !== 'string' || typeof currency !== 'string' || !Array.isArray(products)) return undefined;
  const codes = (Array.isArray(discounts) ? discounts : []).map((discount) => record(discount)['code']);
  return {
    requestId: randomUUID(),
    id,
    price: { currency, discounts: codes.filter((code) => typeof code === 'string').map((code) => ({ code })) },
    products: products.map(record).flatMap((product) =>
      typeof product['id'] === 'string' && typeof product['quantity'] === 'number'
        ? [
            {
              id: product['id'],
              quantity: product['quantity'],
              ...(typeof product['ean'] === 'string' && { ean: product['ean'] }),
            },
          ]
        : [],
    ),
    ...(typeof loggedUser === 'string' && { loggedUser }),
  };
};

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {};
