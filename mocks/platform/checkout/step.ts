import type { CheckoutEffect, CheckoutEvent } from './event.ts';
import type { Offer } from './offer.ts';
import type { Notice, Phase } from './phase.ts';

/** One user buying one basket. A value: `step` makes the next one. */
export interface Checkout {
  readonly oaOrderId: string;
  /** As scanned. */
  readonly basketId: string;
  /** Whether the basket is locked before the payment. */
  readonly lock: boolean;
  /** Calls and payments so far. */
  readonly count: number;
  readonly phase: Phase;
}

export interface Step {
  readonly checkout: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

export type EventOf<Kind extends CheckoutEvent['kind']> = Extract<CheckoutEvent, { readonly kind: Kind }>;

export const to = (checkout: Checkout, effects: readonly CheckoutEffect[] = []): Step => ({ checkout, effects });
export const enter = (checkout: Checkout, phase: Phase, effects: readonly CheckoutEffect[] = []): Step =>
  to({ ...checkout, phase }, effects);
export const refuse = (checkout: Checkout, reason: string): Step => to(checkout, [{ kind: 'refuse', reason }]);

/** Shows a basket to the user, who has to confirm it anew; unless it is too late for that. */
export const reopen = (checkout: Checkout, offer: Offer, at: number, notice?: Notice): Step =>
  at > offer.expiresAt
    ? enter(checkout, { name: 'ended', why: 'expired', reason: `The basket expired at ${offer.basket.expiresAt}.` })
    : enter(checkout, { name: 'open', offer, ...(notice !== undefined && { notice }) });

export const notNow = (what: string, { name }: Phase): string => `It cannot be ${what} now: the checkout is ${name}.`;
