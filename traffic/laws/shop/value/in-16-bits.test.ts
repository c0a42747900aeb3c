import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const basket = (quantity: number, basketValue: number, more: { discounts?: object[]; error?: string } = {}): Said => ({
  name: 'recalculation',
  answer: {
    id: `of-${quantity}`,
    price: { currency: 'PLN', basketValue, discounts: more.discounts ?? [] },
    products: [{ id: 'v', quantity, unitPrice: 386, linePrice: 386 * quantity, error: more.error }],
  },
});

test('two values that are what 16 bits leave of their lines, which they are below that, are told', () => {
  expect(failedIn(basket(2, 772), basket(300, 50_264), basket(300, 50_264), basket(400, 23_328))).toEqual([
    'failed 2 4',
  ]);
});

test('so is one that is next to nothing by that, also of a product that is short', () => {
  expect(failedIn(basket(2, 772), basket(40_000, 39_040, { error: 'QUANTITY_TOO_BIG' }))).toEqual(['failed 2']);
});

test('one that just comes to that, other values, discounts, and those of a shop that sums nothing up say nothing', () => {
  expect(failedIn(basket(2, 772), basket(300, 50_264), basket(300, 50_264))).toEqual([]);
  expect(failedIn(basket(2, 772), basket(300, 115_800), basket(400, 154_400))).toEqual([]);
  const off = { discounts: [{ code: 'C', value: 100 }] };
  expect(failedIn(basket(2, 772), basket(300, 50_264, off), basket(400, 23_328, off))).toEqual([]);
  expect(failedIn(basket(2, 700), basket(300, 50_264), basket(400, 23_328))).toEqual([]);
});
