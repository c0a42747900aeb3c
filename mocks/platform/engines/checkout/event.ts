import type { Basket, OrderConfirmation, OrderPlacement, PaymentDetails, ReducedBasket } from '#schemas';
import type { CallAnswer } from '../calls/call-answer.ts';
import type { Choice } from './offer.ts';
import type { BasketWish } from './requests.ts';

/** What can happen to a checkout, and when it did. */
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

/** What the platform does about it. */
export type CheckoutEffect =
  | { readonly kind: 'retrieve'; readonly call: number; readonly basketId: string }
  | { readonly kind: 'recalculate' | 'lock'; readonly call: number; readonly request: ReducedBasket }
  | { readonly kind: 'pay'; readonly payment: number; readonly paid: PaymentDetails }
  | { readonly kind: 'cancel-payment'; readonly payment: number }
  | { readonly kind: 'order'; readonly call: number; readonly placement: OrderPlacement }
  | { readonly kind: 'refund'; readonly payment: number; readonly paid: PaymentDetails }
  /** What was asked for is not possible now; nothing changed. */
  | { readonly kind: 'refuse'; readonly reason: string };
