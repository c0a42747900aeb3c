import type { Basket, OrderConfirmation, PaymentDetails } from '#schemas';

export type { Basket } from '#schemas';
export type BasketProduct = Basket['products'][number];
export type BasketDiscount = Basket['price']['discounts'][number];

export interface Checkout {
  readonly oaOrderId: string;
  readonly basketId: string;
  readonly phase: Phase;
}

/** A basket as the shopper is shown it. */
export interface Offer {
  readonly basket: Basket;
  readonly expiresAt: number;
  readonly revision: number;
  readonly locked: boolean;
}

/** Times are epoch milliseconds of the platform. */
export type Phase =
  | { readonly name: 'retrieving'; readonly answerBy: number }
  | {
      readonly name: 'open';
      readonly offer: Offer;
      readonly notice?: { readonly about: string; readonly text: string };
    }
  | { readonly name: 'recalculating' | 'locking'; readonly offer: Offer; readonly answerBy: number }
  | { readonly name: 'paying'; readonly offer: Offer; readonly payBy: number }
  | { readonly name: 'ordering'; readonly attempt: number; readonly answerBy: number; readonly giveUpAt: number }
  | {
      readonly name: 'waiting';
      readonly attempt: number;
      readonly retryAt: number;
      readonly giveUpAt: number;
      readonly problem: string;
    }
  | { readonly name: 'confirmed'; readonly confirmation: OrderConfirmation }
  | {
      readonly name: 'rolled-back';
      readonly reason: string;
      readonly refunded: boolean;
      readonly paid: PaymentDetails;
    }
  | { readonly name: 'ended'; readonly why: 'expired' | 'cancelled' | 'unavailable'; readonly reason: string };
