import type { Checkout } from '#schemas';
import type { CheckoutEffect, CheckoutEvent } from './event.ts';
import type { Offer } from './offer.ts';
import type { Notice, Phase } from './phase.ts';

export type { Checkout } from '#schemas';

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
