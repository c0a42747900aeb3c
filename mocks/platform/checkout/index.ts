export type { CheckoutEffect, CheckoutEvent } from './event.ts';
export { type CheckoutOutcome, type Checkouts, createCheckouts } from './checkouts.ts';
export {
  createMerchantCalls,
  type MerchantCalls,
  type MerchantCallsOptions,
  type MerchantEndpoints,
  type OutgoingMessage,
  type SendRequest,
} from './merchant-calls.ts';
export type { Choice } from './offer.ts';
export type { BasketWish } from './requests.ts';
export type { CheckoutChange, Pay } from './runner.ts';
export type { Checkout } from './step.ts';
