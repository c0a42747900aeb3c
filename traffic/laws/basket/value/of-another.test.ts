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
const known = [1, 2, 5].flatMap((quantity) =>
  ['x', 'y'].map((id) => basket('recalculation', `${id}${quantity}`, quantity)),
);

/** Of 1, 2 and 5 pieces, and then of 1 and 2 at the price of more. */
const retrieved = [
  ...[1, 2, 5].map((quantity) => basket('retrieval', `b${quantity}`, quantity)),
  basket('retrieval', 'd', 1, 200),
  basket('retrieval', 'e', 2, 500),
];

test('retrievals at what the lines of those before them come to are told of', () => {
  expect(of(...known, ...retrieved)).toEqual(['failed 8 9 10 11']);
  expect(of(...known, ...retrieved.slice(0, -1))).toEqual([]);
});

test('a fee in retrievals may be of just the size of a product, or make no other basket', () => {
  const fees = (fee: number) =>
    [5, 4, 3, 2, 1].map((quantity) => basket('retrieval', `b${quantity}`, quantity, 100 * quantity + fee));
  expect(of(...known, ...fees(100))).toEqual([]);
  expect(of(...known, ...fees(17))).toEqual([]);
});

test('lines that recalculations show at several values, or none has shown, leave it open', () => {
  expect(of(...retrieved)).toEqual([]);
  expect(of(...known, basket('recalculation', 'z', 2, 250), ...retrieved)).toEqual([]);
});
