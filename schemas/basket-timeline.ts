/** Basket validity timeline: how long a payment may take, and how long the platform tries without any connection. */
export const basketTimeline = { paymentMs: 3 * 60_000, outageMs: 5 * 60_000 } as const;
