import { jsonOf, refusal, withBody } from '#mocks/faults';
import { isObject, type Json, type JsonObject, textOf } from '#mocks/json';
import { idOf } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

export const remember = (ends: Map<string, number>, body: Json): void => {
  const { id, expiresAt }: JsonObject = isObject(body) ? body : {};
  ends.set(textOf(id), Date.parse(textOf(expiresAt)));
};

/** Refuses those of the orders that come more than `graceMs` after the last expiresAt the basket was given. */
export const refusesAfter =
  (graceMs: number, status: number, those: () => (order: JsonObject) => boolean = () => () => true): FrontDecorator =>
  (next, { clock }) => {
    const ends = new Map<string, number>();
    const isOne = those();
    return async (request, operation) => {
      if (operation === 'order') {
        const order = await jsonOf(request);
        const { basket } = order;
        const end = isOne(order) && isObject(basket) ? ends.get(textOf(basket['id'])) : undefined;
        return end !== undefined && clock.now() > end + graceMs ? refusal(status) : next(request, operation);
      }
      const response = await next(request, operation);
      if (operation !== 'catalogue' && response.ok) remember(ends, (await response.clone().json()) as Json);
      return response;
    };
  };

const lockMs = 600_000;

/** A lock makes the basket live on; of one that has expired nothing is answered any more, or where the lock does not count, no order of it. */
const goneOnceExpired =
  (isLockIgnored: boolean): FrontDecorator =>
  (next, { clock }) => {
    const ends = new Map<string, number>();
    const locked = new Map<string, string>();
    return async (request, operation) => {
      const asked = await jsonOf(request);
      const basket = operation === 'order' ? asked['basket'] : asked;
      const id = new URL(request.url).searchParams.get('basketId') ?? (isObject(basket) ? textOf(basket['id']) : '');
      const isAsked = !isLockIgnored || (operation === 'order' && locked.has(id));
      if (isAsked && clock.now() > (ends.get(id) ?? Number.POSITIVE_INFINITY)) return refusal(410);
      if (operation === 'lock') locked.set(id, new Date(clock.now() + lockMs).toISOString());
      const response = await next(request, operation);
      if (operation === 'catalogue' || operation === 'order' || !response.ok) return response;
      const body = (await response.json()) as JsonObject;
      const answered = { ...body, expiresAt: locked.get(id) ?? body['expiresAt'] ?? null };
      remember(ends, isLockIgnored ? body : answered);
      return withBody(response, JSON.stringify(answered));
    };
  };

export const paymentTimeFaults = {
  'order:punctual': {
    title: 'refuses an order once expiresAt has passed',
    breaks: ['order/accepted-within-payment-time'],
    front: refusesAfter(0, 410),
  },
  'order:gone-once-expired': {
    title: 'answers nothing about a basket that has expired, nor an order of it',
    breaks: ['order/accepted-within-payment-time'],
    front: goneOnceExpired(false),
  },
  'lock:ends-when-scanned': {
    title: 'says that a lock makes the basket live on, and refuses its order once it would have expired without',
    breaks: ['lock/orderable'],
    front: goneOnceExpired(true),
  },
  'order:two-seconds-for-payment': {
    title: 'allows for a slow clock and not for a payment',
    breaks: ['order/accepted-within-payment-time'],
    front: refusesAfter(2000, 409),
  },
  'order:invoice-until-expiry': {
    title: 'refuses an order with billing details once expiresAt has passed',
    breaks: ['order/accepted-within-payment-time'],
    front: refusesAfter(0, 410, () => (order) => order['billingDetails'] !== undefined),
  },
  'order:repeats-until-expiry': {
    title: 'refuses an order it knows already once expiresAt has passed',
    breaks: ['order/accepted-within-payment-time', 'order/idempotent'],
    front: refusesAfter(0, 410, () => {
      const known = new Set<string>();
      return (order) => {
        const isKnown = known.has(idOf(order));
        known.add(idOf(order));
        return isKnown;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
