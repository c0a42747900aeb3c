import type { MerchantFixtures } from '#schemas';
import type { BasketLease, Triggered } from '#scenarios';
import { expect, test } from 'vitest';
import { createBasketPool } from './basket-pool.ts';
import { createMadeBaskets } from './made-baskets.ts';

const pool = (fixtures: MerchantFixtures, results?: readonly unknown[], products?: unknown) => {
  const fired: unknown[] = [];
  const made = createMadeBaskets();
  return {
    fired,
    made,
    ...createBasketPool({
      fixtures,
      made,
      triggers: {
        has: () => results !== undefined,
        fire: (name, input): Promise<Triggered> => {
          fired.push(input);
          if (results === undefined)
            return Promise.resolve({ kind: 'unavailable', reason: 'none', unlock: `triggers.${name}` });
          return Promise.resolve({ kind: 'done', result: results[fired.length - 1] });
        },
      },
      retrieve: () =>
        Promise.resolve({ kind: 'answered', status: 200, body: { products }, valid: true, exchange: 1, durationMs: 1 }),
    }),
  };
};
const idOf = (lease: BasketLease): string =>
  lease.kind === 'leased' ? `${lease.origin} ${lease.basketId}` : lease.unlock;

test('readers share the fixture baskets', async () => {
  const { lease } = pool({ baskets: ['a', 'b'] });
  expect([idOf(await lease({})), idOf(await lease({})), idOf(await lease({}))]).toEqual([
    'fixture a',
    'fixture b',
    'fixture a',
  ]);
});

test('each fixture basket is ordered once and handed out no more', async () => {
  const { lease } = pool({ baskets: ['a', 'b'] });
  expect(idOf(await lease({ toOrder: true }))).toBe('fixture b');
  expect(idOf(await lease({}))).toBe('fixture a');
  expect(idOf(await lease({ toOrder: true }))).toBe('fixture a');
  expect(await lease({ toOrder: true })).toEqual({
    kind: 'unavailable',
    reason: 'no fixture basket is left for another order (2 configured)',
    unlock: 'triggers.createBasket',
  });
});

test('a fresh basket is one nobody has had', async () => {
  const { lease } = pool({ baskets: ['a', 'b'] });
  await lease({});
  expect([idOf(await lease({ fresh: true })), idOf(await lease({ fresh: true }))]).toEqual([
    'fixture b',
    'triggers.createBasket',
  ]);
});

test('baskets to order are made where they can be, with a product in stock', async () => {
  const made = pool({ baskets: ['a'], products: { inStock: ['v1'] } }, ['x', 7]);
  expect(idOf(await made.lease({ toOrder: true }))).toBe('trigger x');
  expect(idOf(await made.lease({ fresh: true }))).toBe('trigger 7');
  expect(idOf(await made.lease({}))).toBe('fixture a');
  expect(made.fired).toEqual([
    { lines: [{ variantId: 'v1', quantity: 1 }] },
    { lines: [{ variantId: 'v1', quantity: 1 }] },
  ]);
});

test('without a product fixture the lines of a fixture basket are used', async () => {
  const made = pool(
    { baskets: ['a'] },
    ['x'],
    [
      { id: 'v9', quantity: 2 },
      { id: 'v8', quantity: 1, error: 'OUT_OF_STOCK' },
    ],
  );
  await made.lease({ toOrder: true });
  expect(made.fired).toEqual([{ lines: [{ variantId: 'v9', quantity: 2 }] }]);
});

test('wished lines and codes need the trigger', async () => {
  const lines = [{ variantId: 'v1', quantity: 3 }];
  const made = pool({}, ['x', 'y']);
  await made.lease({ lines, discountCodes: ['OK10'] });
  expect(made.fired).toEqual([{ lines, discountCodes: ['OK10'] }]);
  await made.lease({ lines, loggedUser: 'u1' });
  expect(made.fired.at(-1)).toEqual({ lines, loggedUser: 'u1' });
  expect(idOf(await pool({ baskets: ['a'] }).lease({ lines }))).toBe('triggers.createBasket');
});

test('a trigger that gives no id is no basket; a fixture takes its place where one is left', async () => {
  const { lease } = pool({ baskets: ['a'], products: { inStock: ['v1'] } }, [{}, {}]);
  expect(idOf(await lease({ toOrder: true }))).toBe('fixture a');
  expect(await lease({ toOrder: true })).toMatchObject({
    reason: 'the createBasket trigger answered {}, which is no basket id',
  });
});

test('nothing to start from names the key to set', async () => {
  expect(idOf(await pool({}).lease({}))).toBe('merchant.fixtures.baskets');
  expect(idOf(await pool({}, ['x']).lease({}))).toBe('merchant.fixtures.products.inStock');
});

test('it is known for whom a basket was made, unless its id has come for two', async () => {
  const { lease, made } = pool({}, ['b1', 'b2', 'b2']);
  const lines = [{ variantId: 'v1', quantity: 1 }];
  await lease({ lines, loggedUser: 'u1' });
  await lease({ lines });
  expect([made.of('b1'), made.of('b2'), made.of('b3')]).toEqual([{ loggedUser: 'u1' }, {}, undefined]);
  await lease({ lines, loggedUser: 'u2' });
  expect(made.of('b2')).toBeUndefined();
});
