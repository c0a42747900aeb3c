import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const basket = (quantity: number, basketValue: number, discounts: readonly object[] = []): Said => ({
  name: 'recalculation',
  answer: {
    id: `of-${quantity}`,
    price: { currency: 'PLN', basketValue, discounts },
    products: [{ id: 'v', quantity, unitPrice: 393, linePrice: 393 * quantity }],
  },
});

test('two values that are a thousandth of their lines, where those below a thousand are just their lines, are told', () => {
  expect(failedIn(basket(2, 786), basket(300, 117), basket(300, 117), basket(400, 157))).toEqual(['failed 2 4']);
});

test('one of them, values of a shop that sums nothing up, discounts and whole values say nothing', () => {
  expect(failedIn(basket(2, 786), basket(300, 117), basket(300, 117))).toEqual([]);
  expect(failedIn(basket(2, 1), basket(300, 117), basket(400, 157))).toEqual([]);
  const off = [{ code: 'C', value: 100 }];
  expect(failedIn(basket(2, 786), basket(300, 117, off), basket(400, 157, off))).toEqual([]);
  expect(failedIn(basket(2, 786), basket(300, 117_900), basket(400, 157_200))).toEqual([]);
});
