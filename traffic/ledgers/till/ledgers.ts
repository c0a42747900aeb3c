import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Bills, createBills } from './bills.ts';
import type { Handlings } from './messages.ts';

/** What a till's traffic showed so far: each call is read once, whoever asks. */
export interface TillLedgers {
  readonly bills: Bills;
}

export const createTillLedgers = (handlings: Handlings, budget: ByteBudget): TillLedgers => ({
  bills: createBills(handlings, budget),
});
