import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

/** So many pieces at 300, and what their line and their basket cost with a code that takes 50 off. */
const coded = (quantity: number, linePrice: number, basketValue = 300 * quantity - 50): Said => ({
  name: 'recalculation',
  request: { id: 'b' },
  answer: {
    id: 'b',
    price: { currency: 'EUR', basketValue, discounts: [{ code: 'TEN', value: 50 }] },
    products: [
      { id: 'v', quantity, unitPrice: 300, linePrice, originalUnitPrice: 300, originalLinePrice: 300 * quantity },
    ],
  },
});
const failedIn = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

test('lines of several at the price of one are told where a code is taken off the price of all pieces', () => {
  expect(failedIn(coded(2, 300), coded(3, 300), coded(5, 300))).toEqual(['failed 1 2 3']);
  expect(failedIn(coded(2, 300), coded(2, 300), coded(2, 300))).toEqual([]);
});

test('lines that a code has lowered, or of which one is right, are not', () => {
  expect(failedIn(coded(2, 300, 300), coded(3, 300, 300), coded(5, 300, 300))).toEqual([]);
  expect(failedIn(coded(4, 1200), coded(2, 300), coded(3, 300), coded(5, 300))).toEqual([]);
});
