import { type Bills, createBills, createReceipts, type Receipts } from './bills.ts';
import { createListings, type Listings } from './listings.ts';
import { createOrders, type Orders } from './orders.ts';
import type { RestaurantPlan } from './plan.ts';
import { createStaff, type Staff } from './staff.ts';
import { createTables, type Tables } from './tables.ts';

/** What a till knows of its restaurant. Faults replace parts of it. */
export interface Restaurant {
  readonly plan: RestaurantPlan;
  readonly listings: Listings;
  readonly tables: Tables;
  readonly orders: Orders;
  readonly bills: Bills;
  readonly receipts: Receipts;
  readonly staff: Staff;
}

/** How this vendor numbers things and decides what the specification leaves open. */
export interface HouseRules {
  readonly lineId: (sequence: number) => string;
  readonly billId: (sequence: number) => string;
  readonly receiptNumber: (sequence: number) => string;
  readonly takesParts: boolean;
  readonly takesWhileClosing: boolean;
  readonly closesWhenPaid: boolean;
}

export const createRestaurant = (plan: RestaurantPlan, rules: HouseRules, now: () => number): Restaurant => {
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
