export type { Checkout } from '#schemas';
export { type CheckoutOutcome, type Checkouts, createCheckouts } from './checkouts.ts';
export type { CheckoutChange, Pay } from './runner.ts';
