export { type CheckoutOutcome, type Checkouts, createCheckouts } from './checkouts.ts';
export {
  createMerchantCalls,
  type MerchantCallsOptions,
  type MerchantEndpoints,
  type SendRequest,
} from './merchant-calls.ts';
export type { Choice } from './offer.ts';
export type { BasketWish } from './requests.ts';
export type { CheckoutChange, Pay } from './runner.ts';
