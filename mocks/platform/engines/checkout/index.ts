export { type CheckoutOutcome, type Checkouts, createCheckouts } from './checkouts.ts';
export type { CheckoutChange, Pay } from './runner.ts';
export type { Checkout } from './step.ts';
