import type {
  Checkout,
  Basket,
  OrderConfirmation,
  OrderPlacement,
  PaymentDetails,
  ReducedBasket,
  Offer,
  Choice,
  CheckoutNotice,
  CheckoutPhase,
  BasketWish,
} from '#schemas';
import type { CallAnswer } from '../calls/call-answer.ts';

export interface Step {
  readonly checkout: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

export type EventOf<Kind extends CheckoutEvent['kind']> = Extract<CheckoutEvent, { readonly kind: Kind }>;

export const to = (checkout: Checkout, effects: readonly CheckoutEffect[] = []): Step => ({ checkout, effects });
export const enter = (checkout: Checkout, phase: CheckoutPhase, effects: readonly CheckoutEffect[] = []): Step =>
  to({ ...checkout, phase }, effects);
export const refuse = (checkout: Checkout, reason: string): Step => to(checkout, [{ kind: 'refuse', reason }]);

/** Shows a basket to the user, who has to confirm it anew; unless it is too late for that. */
export const reopen = (checkout: Checkout, offer: Offer, at: number, notice?: CheckoutNotice): Step =>
  at > offer.expiresAt
    ? enter(checkout, { name: 'ended', why: 'expired', reason: `The basket expired at ${offer.basket.expiresAt}.` })
    : enter(checkout, { name: 'open', offer, ...(notice !== undefined && { notice }) });

export const notNow = (what: string, { name }: CheckoutPhase): string =>
  `It cannot be ${what} now: the checkout is ${name}.`;

export type CheckoutEvent = { readonly at: number } & (
  | { readonly kind: 'time-passed' }
  | { readonly kind: 'basket-answered'; readonly call: number; readonly answer: CallAnswer<Basket> }
  | { readonly kind: 'order-answered'; readonly call: number; readonly answer: CallAnswer<OrderConfirmation> }
  | { readonly kind: 'payment-accepted'; readonly payment: number }
  | { readonly kind: 'payment-refused'; readonly payment: number; readonly reason: string }
  /** The merchant pushed a change, and the platform has accepted it. */
  | { readonly kind: 'basket-pushed'; readonly basket: Basket }
  /** The user changes the basket, confirms the one of this revision, or leaves. */
  | { readonly kind: 'change'; readonly wish: BasketWish }
  | { readonly kind: 'confirm'; readonly revision: number; readonly choice: Choice }
  /** The platform locks the basket before the user confirms, so that it can be looked at as it is locked. */
  | { readonly kind: 'lock'; readonly revision: number }
  | { readonly kind: 'cancel' }
);

export type CheckoutEffect =
  | { readonly kind: 'retrieve'; readonly call: number; readonly basketId: string }
  | { readonly kind: 'recalculate' | 'lock'; readonly call: number; readonly request: ReducedBasket }
  | { readonly kind: 'pay'; readonly payment: number; readonly paid: PaymentDetails }
  | { readonly kind: 'cancel-payment'; readonly payment: number }
  | { readonly kind: 'order'; readonly call: number; readonly placement: OrderPlacement }
  | { readonly kind: 'refund'; readonly payment: number; readonly paid: PaymentDetails }
  /** What was asked for is not possible now; nothing changed. */
  | { readonly kind: 'refuse'; readonly reason: string };
