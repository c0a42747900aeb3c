import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const priced = (quantity: number, basketValue: number, ...discounts: readonly object[]): Said => ({
  name: 'recalculation',
  request: { id: 'b' },
  answer: {
    id: 'b',
    price: { currency: 'EUR', basketValue, discounts },
    products: [{ id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity }],
  },
});
/** Without and with a code that takes a tenth off. */
const both = (quantity: number, times: number, value = 10 * quantity): readonly Said[] => [
  priced(quantity, 100 * quantity),
  priced(quantity, 100 * quantity - times * value, { code: 'OK', value }),
];

test('a discount that makes the same products cheaper by twice its value is told, of two unlike values', () => {
  expect(failedIn(...both(2, 2), ...both(3, 2))).toEqual(['failed 1 2 3 4']);
  expect(failedIn(...both(2, 2), ...both(2, 2))).toEqual([]);
});

test('so is one of the same value, of two contents', () => {
  expect(failedIn(...both(2, 2, 15), ...both(3, 2, 15))).toEqual(['failed 1 2 3 4']);
  expect(failedIn(...both(2, 2, 15))).toEqual([]);
});

test('discounts that are taken off once, or not at all, or as much now and then, are right', () => {
  for (const times of [0, 1, 1.5]) expect(failedIn(...both(2, times), ...both(3, times))).toEqual([]);
  expect(failedIn(...both(2, 2), ...both(4, 1), ...both(3, 2))).toEqual([]);
  const refused = { code: 'NO', value: 20, error: 'INVALID' };
  expect(failedIn(priced(2, 200), priced(2, 160, refused), priced(3, 300), priced(3, 260, refused))).toEqual([]);
});
