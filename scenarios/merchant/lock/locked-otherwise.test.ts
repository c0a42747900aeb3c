import { expect, test } from 'vitest';
import type { Reply } from '../../arrange/basket/basket-calls.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { lockedOtherwise } from './locked-otherwise.ts';

const replied = (exchange: number, { discounts = [], ...line }: { readonly discounts?: readonly object[] }): Reply => {
  const products = [{ id: 'v', quantity: 1, unitPrice: 5, linePrice: 5, ...line }];
  const body = { price: { currency: 'PLN', basketValue: 5, discounts }, products };
  return { kind: 'replied', basket: readBasket(body), exchange, isValid: true };
};

/** The status, and why none. A lock that is otherwise is followed by a recalculation, which this shop does not answer. */
const told = async (locked: object, calculated: object = {}, again: object = calculated) => {
  const world = { merchant: { recalculate: () => Promise.reject(new Error('looked into')) } };
  const { basket } = replied(1, {});
  const outcome = await lockedOtherwise(world as never, {
    opened: { basketId: 'b', origin: 'trigger', basket, exchange: 1 },
    request: { requestId: 'r', id: 'b', price: { discounts: [] }, products: [{ id: 'v', quantity: 1 }] },
    calculated: [replied(2, calculated), replied(3, again)],
    locked: replied(4, locked),
  });
  return outcome.status === 'not-exercised' ? outcome.reason : outcome.status;
};

const policies = [{ type: 'AGE', criteria: { minAge: 18 } }];

test('of a lock that differs in policies alone nothing is said here', async () => {
  expect(await told({ policies })).toBe('passed');
  expect(await told({}, { policies })).toBe('passed');
});

test('one that differs in a price is looked into, whatever policies there are', async () => {
  await expect(told({ linePrice: 4, policies })).rejects.toThrow('looked into');
  await expect(told({ linePrice: 4 }, { policies }, {})).rejects.toThrow('looked into');
});

test('one that lists a discount twice just as it is takes nothing more; one of another value does', async () => {
  const discount = { code: 'X', value: 1 };
  expect(await told({ discounts: [discount, discount] }, { discounts: [discount] })).toBe('passed');
  const other = { discounts: [{ code: 'X', value: 2 }] };
  await expect(told(other, { discounts: [discount] })).rejects.toThrow('looked into');
});

test('a lock is held against recalculations that agree, and without an error of its own', async () => {
  expect(await told({}, {}, { linePrice: 4 })).toBe('the same request was recalculated in two ways');
  expect(await told({ error: 'OUT_OF_STOCK' })).toBe('the lock has an error that the recalculation has not');
  expect(await told({}, { linePrice: 4 })).toBe('the lock is as the basket was scanned, and not as recalculated');
});
