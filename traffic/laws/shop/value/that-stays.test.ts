import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn, pieces } from './pieces.fixture.ts';

const recalculated = [pieces('recalculation', 'r', 1), pieces('recalculation', 's', 2)];
const retrieved = (...values: readonly (number | undefined)[]) =>
  values.map((value, index) => pieces('retrieval', `b${index}`, [2, 1, 4][index] ?? 3, value));

test('retrievals of unlike baskets that all have one value are told of, where recalculations follow their lines', () => {
  expect(failedIn(...recalculated, ...retrieved(200, 200, 200))).toEqual(['failed 3 4 5']);
});

test('one that has another value, or recalculations that have the same, leave it open', () => {
  expect(failedIn(...recalculated, ...retrieved(200, 200, 400))).toEqual([]);
  const box = [pieces('recalculation', 'r', 1, 200), pieces('recalculation', 's', 2, 200)];
  expect(failedIn(...box, ...retrieved(200, 200, 200))).toEqual([]);
});

test('a basket that holds the same at other prices may keep the value it has', () => {
  const priced = (unitPrice: number): Said => ({
    name: 'retrieval',
    answer: {
      id: 'b',
      price: { currency: 'EUR', basketValue: 200, discounts: [] },
      products: [{ id: 'v', quantity: 1, unitPrice, linePrice: unitPrice }],
    },
  });
  expect(failedIn(...recalculated, priced(200), priced(100), priced(400))).toEqual([]);
});
