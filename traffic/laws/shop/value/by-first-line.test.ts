import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

let baskets = 0;
/** A basket of its own, of the first product and of others at such prices. */
const basket = (basketValue: number, quantity: number, others: readonly number[] = [], loggedUser?: string): Said => {
  const id = `b-${(baskets += 1)}`;
  const first = { id: 'v', quantity, unitPrice: 130, linePrice: 130 * quantity };
  const products = others.map((price) => ({ id: `v-${price}`, quantity: 1, unitPrice: price, linePrice: price }));
  return {
    name: 'recalculation',
    request: { id, loggedUser },
    answer: { id, price: { currency: 'PLN', basketValue, discounts: [] }, products: [first, ...products] },
  };
};
const two = [basket(460, 2, [200]), basket(460, 2, [70]), basket(460, 2, [333])];
const three = [basket(390, 3), basket(390, 3, [70]), basket(390, 3, [70, 200])];

test('two beginnings, each at the value of one basket, of which one is too dear, are told', () => {
  expect(failedIn(...two, ...three)).toEqual(['failed 1 2 3 4 5 6']);
});

test('one beginning, a value that follows somewhere, and those of unlike users say nothing', () => {
  expect(failedIn(...two)).toEqual([]);
  expect(failedIn(...two, basket(530, 2, [200, 70]), ...three)).toEqual([]);
  const users = ['one', 'another', 'somebody'] as const;
  const theirs = users.map((user, index) => basket(390, 3, [70, 200].slice(0, index), user));
  expect(failedIn(...two, ...theirs)).toEqual([]);
});

test('boxes, least prices and all for the price of the first are offers', () => {
  const box = (quantity: number) => [[], [70], [70, 200]].map((others) => basket(130 * quantity, quantity, others));
  expect(failedIn(...box(2), ...box(3), ...box(4))).toEqual([]);
  const least = (quantity: number) => [[], [70], [200]].map((others) => basket(1_000, quantity, others));
  expect(failedIn(...least(2), ...least(3))).toEqual([]);
  const flat = (value: number, quantity: number) => [[], [200], [500]].map((others) => basket(value, quantity, others));
  expect(failedIn(...flat(399, 2), ...flat(499, 3))).toEqual([]);
});
