import type { ByteBudget } from '../../retention/byte-budget.ts';
import { type Bills, createBills } from './bills.ts';
import { createHabits, type Habits } from './habits.ts';
import type { Lifecycles } from './messages.ts';
import { createTables, type Tables } from './tables.ts';

/** What a till's traffic showed so far: each call is read once, whoever asks. */
export interface TillLedgers {
  readonly tables: Tables;
  readonly bills: Bills;
  readonly habits: Habits;
}

export const createTillLedgers = (lifecycles: Lifecycles, budget: ByteBudget): TillLedgers => {
  const tables = createTables(lifecycles, budget);
  return { tables, bills: createBills(tables, budget), habits: createHabits(lifecycles) };
};
