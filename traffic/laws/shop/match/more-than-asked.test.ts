import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const asked = (
  basketId: string,
  quantity: number,
  answered: number,
  more: object = {},
  request: object = {},
): Said => ({
  name: 'recalculation',
  request: { id: basketId, price: { discounts: [] }, products: [{ id: 'v', quantity }], ...request },
  answer: {
    id: basketId,
    products: [{ id: 'v', quantity: answered, unitPrice: 100, linePrice: 100 * answered, ...more }],
  },
});
const of = (...said: readonly Said[]) => told(stream(...said))['recalculation/change-reflected'];

test('more than was asked for is told where the same request was answered with just so many, twice each', () => {
  const right = [asked('a', 1, 1), asked('b', 1, 1)];
  expect(of(...right, asked('c', 1, 2), asked('c', 1, 3))).toEqual(['failed 2 4']);
  expect(of(asked('c', 1, 2), asked('c', 1, 3), ...right, asked('d', 1, 1))).toEqual(['failed 4 2']);
  expect(of(...right, asked('c', 1, 2))).toBeUndefined();
  expect(of(asked('a', 1, 1), asked('c', 1, 2), asked('c', 1, 3))).toBeUndefined();
});

test('packs, offers for a code, errors, what is free and what is less are no more than was asked for', () => {
  expect(of(...[1, 1, 1, 1].map((quantity) => asked('a', quantity, 6)))).toBeUndefined();
  const right = [asked('a', 1, 1), asked('b', 1, 1)];
  const twice = (more: object, request: object = {}) => [
    asked('c', 1, 2, more, request),
    asked('d', 1, 2, more, request),
  ];
  expect(of(...right, ...twice({}, { price: { discounts: [{ code: '2FOR1' }] } }))).toBeUndefined();
  expect(of(...right, ...twice({ error: 'QUANTITY_TOO_BIG' }))).toBeUndefined();
  expect(of(...right, ...twice({ unitPrice: 0, linePrice: 0 }))).toBeUndefined();
  expect(of(...right, asked('c', 1, 0), asked('d', 1, 0))).toBeUndefined();
});
