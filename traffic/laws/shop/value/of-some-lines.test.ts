import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

interface More {
  readonly value?: number;
  readonly discounts?: readonly object[];
  readonly loggedUser?: string;
}

const basket = (name: 'retrieval' | 'recalculation' | 'lock', prices: readonly number[], more: More = {}): Said => {
  const { value = prices.reduce((sum, price) => sum + price, 0), discounts = [], loggedUser } = more;
  const id = `of ${prices.join()}`;
  return {
    name,
    request: { id, loggedUser },
    answer: {
      id,
      price: { currency: 'EUR', basketValue: value, discounts },
      products: prices.map((price, n) => ({ id: `v${n}`, quantity: 1, unitPrice: price, linePrice: price })),
    },
  };
};
const [one, other] = [
  [1798, 1599, 2299],
  [899, 1599],
];
const part = (prices: readonly number[], more: More = { value: prices[0] ?? 0 }): readonly Said[] => [
  basket('retrieval', prices),
  basket('recalculation', prices, more),
];

test('baskets recalculated and locked at the price of their first lines alone are told of', () => {
  expect(failedIn(...part(one), basket('lock', one, { value: 1798 }), ...part(other))).toEqual(['failed 1 2 4 5']);
});

test('one basket, or seldom, or nearly all of it is nothing', () => {
  expect(failedIn(...part(one), ...part(one), ...part(one))).toEqual([]);
  expect(failedIn(...part(one), ...part(other))).toEqual([]);
  const allButOne = [...part(one, { value: 4097 }), ...part(other, { value: 1599 })];
  expect(failedIn(...allButOne, ...allButOne)).toEqual([]);
});

test('a basket that was recalculated at the price of its lines, and other prices, discounts and users are no reason', () => {
  expect(failedIn(...part([5, 6], {}), ...part(one), ...part(other), ...part(one))).toEqual([]);
  for (const more of [
    { value: 1700 },
    { value: 899, discounts: [{ code: 'OK', value: 4000 }] },
    { value: 899, loggedUser: 'of the house' },
  ])
    expect(failedIn(...part(one, more), ...part(other, more), ...part(one, more), ...part(other, more))).toEqual([]);
});
