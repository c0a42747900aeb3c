import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { Handlings } from './messages.ts';
import { createTables, type Tables } from './tables.ts';

/** What a till's traffic showed so far: each call is read once, whoever asks. */
export interface TillLedgers {
  readonly tables: Tables;
}

export const createTillLedgers = (handlings: Handlings, budget: ByteBudget): TillLedgers => ({
  tables: createTables(handlings, budget),
});
