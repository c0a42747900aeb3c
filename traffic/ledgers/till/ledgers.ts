import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createBills } from './bills.ts';
import { createHabits } from './habits.ts';
import type { Lifecycles } from './messages.ts';
import { createTables } from './tables.ts';

/** What a till's traffic showed so far: each call is read once, whoever asks. */
export type TillLedgers = ReturnType<typeof createTillLedgers>;

export const createTillLedgers = (lifecycles: Lifecycles, budget: ByteBudget) => {
  const tables = createTables(lifecycles, budget);
  return { tables, bills: createBills(tables, budget), habits: createHabits(lifecycles) };
};
