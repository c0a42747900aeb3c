import { createBills, createReceipts } from './bills.ts';
import { createListings } from './listings.ts';
import { createOrders } from './orders.ts';
import type { RestaurantPlan } from './plan.ts';
import { createStaff } from './staff.ts';
import { createTables } from './tables.ts';

/** How this vendor numbers things and decides what the specification leaves open. */
export interface HouseRules {
  readonly lineId: (sequence: number) => string;
  readonly billId: (sequence: number) => string;
  readonly receiptNumber: (sequence: number) => string;
  readonly takesParts: boolean;
  readonly takesWhileClosing: boolean;
  readonly closesWhenPaid: boolean;
}

/** What a till knows of its restaurant. Faults replace parts of it. */
export type Restaurant = ReturnType<typeof createRestaurant>;

export const createRestaurant = (plan: RestaurantPlan, rules: HouseRules, now: () => number) => {
  const newLineId = numbered(rules.lineId);
  const listings = createListings(plan.listings, now);
  const tables = createTables(plan.tables, plan.listings, { now, newLineId });
  const receipts = createReceipts(now, rules.receiptNumber);
  const { takesParts, takesWhileClosing, closesWhenPaid } = rules;
  return {
    plan,
    listings,
    tables,
    receipts,
    orders: createOrders({ listings, tables, now, newLineId, takesParts, takesWhileClosing }),
    bills: createBills({ tables, receipts, now, newBillId: numbered(rules.billId), closesWhenPaid }),
    staff: createStaff({ tables, listings, now, newLineId }),
  };
};

const numbered = (write: (sequence: number) => string): (() => string) => {
  let sequence = 0;
  return () => {
    sequence += 1;
    return write(sequence);
  };
};
