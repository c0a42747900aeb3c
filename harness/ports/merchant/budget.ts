import type { MerchantTarget } from '#schemas';

/** What a run may cost its target. Never exceeded: what it cuts off is not sent, and so not exercised. */
export type Budget = ReturnType<typeof createBudget>;

const defaults = { orders: 200, requests: 20_000 };

/** The most that a run can cost a shop, before it begins. */
export const budgetSentence = (configured: MerchantTarget['budget'], placesOrders: boolean): string => {
  const { orders, requests } = { ...defaults, ...configured };
  const placed = placesOrders && orders > 0 ? `places at most ${orders} orders` : 'places no order';
  return `calls the shop at most ${requests} times and ${placed} (merchant.budget)`;
};

export const createBudget = (configured: MerchantTarget['budget']) => {
  const { orders, requests } = { ...defaults, ...configured };
  const spent = { orders: 0, requests: 0 };
  return {
    /** Why this call may not be sent, or undefined when it may and has been counted. */
    spend({ order }: { readonly order: boolean }): { readonly reason: string; readonly unlock: string } | undefined {
      if (spent.requests >= requests)
        return { reason: `the budget of ${requests} requests is used up`, unlock: 'merchant.budget.requests' };
      // A repeated order counts too: a target that is wrong about repeats would place it again.
      if (order && spent.orders >= orders)
        return { reason: `the budget of ${orders} order calls is used up`, unlock: 'merchant.budget.orders' };
      spent.requests++;
      if (order) spent.orders++;
      return undefined;
    },
  };
};
