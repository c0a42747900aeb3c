import type {
  Basket,
  BillingDetails,
  CatalogueProduct,
  Consent,
  DeliveryDetails,
  OrderConfirmation,
  OrderPlacement,
  PaymentDetails,
} from '../shapes/types.gen.ts';
import type { ControlInputs } from './inputs.gen.ts';

/** Where a web shop is reached, and how the platform behaves towards it. */
export type ShopSettings = ControlInputs['PUT /shops/{name}'];

/** A shop without what goes with a call. */
export interface ShopSummary {
  readonly name: string;
  readonly settings: Omit<ShopSettings, 'headers' | 'signature'>;
  readonly products: number;
  readonly checkouts: number;
}

/** One user buying one basket. */
export interface Checkout {
  readonly oaOrderId: string;
  /** As scanned. */
  readonly basketId: string;
  /** Whether the basket is locked before the payment. */
  readonly lock: boolean;
  /** Calls and payments so far. */
  readonly count: number;
  readonly phase: CheckoutPhase;
}

/** A basket as the user sees it. */
export interface Offer {
  readonly basket: Basket;
  readonly expiresAt: number;
  /** Counts the baskets shown in this checkout; a confirmation is of one of them. */
  readonly revision: number;
  /** It came back from a lock. */
  readonly locked: boolean;
}

/** What the user adds to a basket to order it. */
export interface Choice {
  /** One of the keys the basket offers. */
  readonly deliveryOption: string;
  readonly deliveryDetails: DeliveryDetails;
  readonly billingDetails?: BillingDetails;
  readonly consents: readonly Consent[];
}

/** What the user wants changed; whatever is left out stays. A product the basket does not have is added. */
export type BasketWish = ControlInputs['POST /shops/{name}/checkouts/{oaOrderId}/change'];

/** Something the user has to know before deciding again. */
export interface CheckoutNotice {
  readonly about:
    | 'changed-by-merchant'
    | 'not-accommodated'
    | 'recalculation-failed'
    | 'lock-failed'
    | 'payment-refused';
  readonly text: string;
}

/** Where a checkout stands. `call` numbers the call that is awaited; the answer to any other one is ignored. */
export type CheckoutPhase =
  | { readonly name: 'retrieving'; readonly call: number; readonly answerBy: number }
  /** The user looks at the basket, and may change or confirm it until it expires. */
  | { readonly name: 'open'; readonly offer: Offer; readonly notice?: CheckoutNotice }
  | { readonly name: 'recalculating'; readonly offer: Offer; readonly call: number; readonly answerBy: number }
  | {
      readonly name: 'locking';
      readonly offer: Offer;
      /** Absent where the user has not confirmed yet. */
      readonly choice?: Choice;
      readonly call: number;
      readonly answerBy: number;
    }
  | {
      readonly name: 'paying';
      readonly offer: Offer;
      readonly choice: Choice;
      /** Numbers the payment, as there can be another after a refused one. */
      readonly payment: number;
      readonly payBy: number;
    }
  | ({ readonly name: 'ordering'; readonly call: number; readonly answerBy: number } & Placing)
  /** Between two attempts. */
  | ({ readonly name: 'waiting'; readonly retryAt: number; readonly problem: string } & Placing)
  | { readonly name: 'confirmed'; readonly confirmation: OrderConfirmation }
  /** Nothing came of the order; what was paid has been given back. */
  | {
      readonly name: 'rolled-back';
      readonly reason: string;
      readonly payment: number;
      readonly refunded: boolean;
      readonly paid: PaymentDetails;
    }
  /** Over before anything was paid. */
  | { readonly name: 'ended'; readonly why: 'expired' | 'cancelled' | 'unavailable'; readonly reason: string };

export interface Placing {
  readonly placement: OrderPlacement;
  readonly payment: number;
  readonly attempt: number;
  readonly giveUpAt: number;
  /** Of the basket; absent where an older platform kept the checkout. */
  readonly expiresAt?: number;
}

/** What happens to a checkout. */
export type CheckoutStep =
  | 'scan'
  | 'time-passed'
  | 'basket-answered'
  | 'order-answered'
  | 'payment-accepted'
  | 'payment-refused'
  | 'basket-pushed'
  | 'change'
  | 'confirm'
  | 'lock'
  | 'cancel';

/** What the platform knows of a shop's products. */
export interface KnownCatalogue {
  readonly checkpoint: string | undefined;
  readonly products: readonly CatalogueProduct[];
  /** Oldest first. */
  readonly reports: readonly SyncReport[];
}

export interface SyncReport {
  readonly kind: 'full' | 'incremental';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly pages: number;
  /** Received, counted as often as they came. */
  readonly products: number;
  /** Ids the platform delisted because a full synchronisation did not have them. */
  readonly delisted: readonly string[];
  /** Where the next incremental one starts. */
  readonly checkpoint?: string;
  /** Absent when all went well; otherwise the next cycle tries again. */
  readonly failure?: string;
}
