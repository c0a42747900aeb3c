import type { Basket } from '#schemas';

/** A basket for tests. */
export const sampleBasket = (expiresAt: number, change: Partial<Basket> = {}): Basket => ({
  id: 'b-1',
  expiresAt: new Date(expiresAt).toISOString(),
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [{ key: 'ELECTRONIC', cost: 10 }],
  products: [
    {
      id: 'v1',
      name: 'Cup',
      images: [],
      quantity: 2,
      unitPrice: 999,
      linePrice: 1998,
      originalUnitPrice: 999,
      originalLinePrice: 1998,
    },
  ],
  ...change,
});
