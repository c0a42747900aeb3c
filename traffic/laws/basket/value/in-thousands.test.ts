import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/value-follows']?.filter((one) => one.startsWith('failed')) ?? [];

const basket = (quantity: number, basketValue: number, discounts: readonly object[] = []): Said => ({
  name: 'recalculation',
  answer: {
    id: `of-${quantity}`,
    price: { currency: 'PLN', basketValue, discounts },
    products: [{ id: 'v', quantity, unitPrice: 393, linePrice: 393 * quantity }],
  },
});

test('two values that are a thousandth of their lines, where those below a thousand are just their lines, are told', () => {
  expect(of(basket(2, 786), basket(300, 117), basket(300, 117), basket(400, 157))).toEqual(['failed 2 4']);
});

test('one of them, values of a shop that sums nothing up, discounts and whole values say nothing', () => {
  expect(of(basket(2, 786), basket(300, 117), basket(300, 117))).toEqual([]);
  expect(of(basket(2, 1), basket(300, 117), basket(400, 157))).toEqual([]);
  const off = [{ code: 'C', value: 100 }];
  expect(of(basket(2, 786), basket(300, 117, off), basket(400, 157, off))).toEqual([]);
  expect(of(basket(2, 786), basket(300, 117_900), basket(400, 157_200))).toEqual([]);
});
