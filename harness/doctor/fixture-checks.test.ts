import { expect, test } from 'vitest';
import type { MerchantFixtures, ReducedBasket } from '#schemas';
import { fixtureChecks } from './fixture-checks.ts';

const basket: ReducedBasket = {
  requestId: 'r',
  id: 'b-1',
  price: { currency: 'EUR', discounts: [{ code: 'KEPT' }] },
  products: [{ id: 'v1', quantity: 1 }],
};

const stock: Readonly<Record<string, number>> = { v1: 50, v2: 2, v3: 0 };

/** A shop with that stock, where SALE applies and everything else has expired. */
const shop = (body: (request: ReducedBasket) => unknown = sound) => ({
  recalculate: async (request: ReducedBasket) =>
    ({
      kind: 'answered',
      status: 200,
      body: body(request),
      isPage: false,
      location: undefined,
      date: undefined,
      signatureProblem: undefined,
    }) as const,
});

const sound = ({ products, price }: ReducedBasket): unknown => ({
  price: {
    discounts: price?.discounts?.map(({ code }) =>
      code === 'SALE' ? { code, value: 5, error: null } : { code, value: 0, error: 'EXPIRED' },
    ),
  },
  products: products.map(({ id, quantity }) => {
    const there = stock[id] ?? 0;
    if (quantity <= there) return { id, quantity, error: null };
    return { id, quantity: there, error: there === 0 ? 'OUT_OF_STOCK' : 'QUANTITY_TOO_BIG' };
  }),
});

const told = async (fixtures: MerchantFixtures, probes = shop()) =>
  (await fixtureChecks(fixtures, basket, probes)).map(({ status, key, message }) => [status, key, message]);

test('fixtures that fit the shop are in one line', async () => {
  const fixtures = {
    products: { inStock: ['v1'], outOfStock: ['v3'], limited: [{ id: 'v2', max: 2 }] },
    discountCodes: { valid: ['SALE'], EXPIRED: ['OLD'] },
  };
  expect(await told(fixtures)).toEqual([
    ['ok', undefined, expect.stringContaining('products and codes agree with the answers (5 tried)')],
  ]);
});

test.each<[string, MerchantFixtures, string, RegExp]>([
  ['cannot be had', { products: { inStock: ['v3'] } }, 'products.inStock', /v3 is not available.*"OUT_OF_STOCK"/],
  [
    'is in stock',
    { products: { outOfStock: ['v1'] } },
    'products.outOfStock',
    /v1 is not out of stock.*run will judge/,
  ],
  ['has no such limit', { products: { limited: [{ id: 'v1', max: 2 }] } }, 'products.limited', /v1 .* than 2.* 3/],
  [
    'is used up',
    { products: { limited: [{ id: 'v2', max: 3 }] } },
    'products.limited',
    /3 of the .*v2 are not available/,
  ],
  ['does not apply', { discountCodes: { valid: ['OLD'] } }, 'discountCodes.valid', /OLD was answered "EXPIRED"/],
  ['applies', { discountCodes: { USED: ['SALE'] } }, 'discountCodes.USED', /SALE was applied.*that is USED/],
])('what %s is told with its key', async (_, fixtures, key, message) => {
  expect(await told(fixtures)).toEqual([['hint', `merchant.fixtures.${key}`, expect.stringMatching(message)]]);
});

// That a recalculation adds products or codes is stated nowhere.
test('a shop that leaves out what was added tells nothing', async () => {
  const silent = shop(() => ({ price: { discounts: [] }, products: [{ id: 'v1', quantity: 1 }] }));
  expect(await told({ products: { outOfStock: ['v9'] }, discountCodes: { USED: ['SALE'] } }, silent)).toEqual([
    ['ok', undefined, expect.any(String)],
  ]);
});

test('where nothing is configured nothing is asked', async () => {
  expect(
    await told(
      {},
      shop(() => expect.fail('asked')),
    ),
  ).toEqual([]);
});
