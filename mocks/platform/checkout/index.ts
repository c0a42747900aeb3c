export { type CheckoutOutcome, type Checkouts, createCheckouts } from './checkouts.ts';
export { createMerchantCalls, type MerchantOperation, type WatchCall } from './merchant-calls.ts';
export type { CheckoutChange, Pay } from './runner.ts';
export type { Checkout } from './step.ts';
