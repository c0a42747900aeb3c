import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const basket = (name: 'retrieval' | 'recalculation', id: string, quantity: number, value = 100 * quantity): Said => ({
  name,
  request: { id },
  answer: {
    id,
    price: { currency: 'EUR', basketValue: value, discounts: [] },
    products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  },
});
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/value-follows']?.filter((one) => one.startsWith('failed')) ?? [];
const recalculated = [basket('recalculation', 'r', 1), basket('recalculation', 's', 2)];
const retrieved = (...values: readonly (number | undefined)[]) =>
  values.map((value, index) => basket('retrieval', `b${index}`, [2, 1, 4][index] ?? 3, value));

test('retrievals of unlike baskets that all have one value are told of, where recalculations follow their lines', () => {
  expect(of(...recalculated, ...retrieved(200, 200, 200))).toEqual(['failed 3 4 5']);
});

test('one that has another value, or recalculations that have the same, leave it open', () => {
  expect(of(...recalculated, ...retrieved(200, 200, 400))).toEqual([]);
  const box = [basket('recalculation', 'r', 1, 200), basket('recalculation', 's', 2, 200)];
  expect(of(...box, ...retrieved(200, 200, 200))).toEqual([]);
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
  expect(of(...recalculated, priced(200), priced(100), priced(400))).toEqual([]);
});
