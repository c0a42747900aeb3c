import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { otherQuantity } from './other-quantity.ts';

type Shown = readonly (readonly [id: string, quantity: number, more?: object])[];

const basketOf = (shown: Shown) =>
  readBasket({
    products: shown.map(([id, quantity, more]) => ({ id, quantity, unitPrice: 5, linePrice: 5, ...more })),
  });

const lines = [
  { variantId: 'v1', quantity: 2 },
  { variantId: 'v2', quantity: 1 },
];
const made: Shown = [
  ['v1', 2],
  ['v2', 1],
];
const told = (again: Shown, before = made, origin: 'trigger' | 'fixture' = 'trigger') =>
  otherQuantity({ basketId: 'b', origin, exchange: 1, basket: basketOf(before) }, basketOf(again), lines)?.actual;

test('what a basket was made with neither goes nor comes by looking at it', () => {
  expect(told(made)).toBeUndefined();
  expect(told([['v1', 2]])).toBe('no "v2" among the products');
  expect(told([...made, ['v1', 1]])).toBe('"v1" with quantity 3 and no error');
});

test('gifts, other lines of the same, and errors say nothing', () => {
  const gift = { unitPrice: 0, linePrice: 0 };
  expect(told([...made, ['bag', 1], ['sample', 1, gift]])).toBeUndefined();
  expect(
    told([
      ['v2', 1],
      ['v1', 1],
      ['v1', 1],
    ]),
  ).toBeUndefined();
  expect(
    told([
      ['v1', 1, { error: 'QUANTITY_TOO_BIG' }],
      ['v2', 1],
    ]),
  ).toBeUndefined();
});

test('nor does a basket others may change, or one that was never as it was made', () => {
  expect(told([['v1', 2]], made, 'fixture')).toBeUndefined();
  expect(told(made, [['v1', 2]])).toBeUndefined();
});
