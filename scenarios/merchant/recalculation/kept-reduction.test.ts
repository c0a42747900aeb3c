import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { keptReduction } from './kept-reduction.ts';

const answered = (basketValue: number, off?: number, unitPrice = 500) => ({
  exchange: 1,
  basket: readBasket({
    price: { basketValue, discounts: off === undefined ? [] : [{ code: 'A', value: off }] },
    products: [{ id: 'v1', quantity: 2, unitPrice, linePrice: 2 * unitPrice }],
  }),
});
const told = (after: ReturnType<typeof answered>, off = 100) =>
  keptReduction(answered(1000), answered(1000 - off, off), after, 'A')?.status;

test('a value that is as much less as the code makes it, at the same prices, is told', () => {
  expect(told(answered(900))).toBe('failed');
  expect(told(answered(901))).toBe('failed');
  // A value may stand before what is taken off.
  expect(keptReduction(answered(1000), answered(1000, 100), answered(900), 'A')?.status).toBe('failed');
});

test('any other change of a value says nothing', () => {
  expect(told(answered(1000))).toBeUndefined();
  expect(told(answered(950))).toBeUndefined();
  expect(told(answered(900, undefined, 450))).toBeUndefined();
  expect(told(answered(900, 100))).toBeUndefined();
  // Of so little nobody can tell.
  expect(told(answered(999), 2)).toBeUndefined();
});
