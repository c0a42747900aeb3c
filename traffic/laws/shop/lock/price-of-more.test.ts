import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface More {
  readonly name?: 'retrieval' | 'lock';
  readonly id?: string;
  readonly linePrice?: number;
  readonly unitPrice?: number;
  readonly value?: number;
  readonly discounts?: readonly object[];
}

const basket = (quantity: number, more: More = {}): Said => {
  const { name = 'recalculation', id = 'a', unitPrice = 100, linePrice = unitPrice * quantity, discounts = [] } = more;
  const { value = linePrice } = more;
  const line = { id: 'v', quantity, unitPrice, linePrice, ...(quantity === 0 && { error: 'OUT_OF_STOCK' }) };
  return {
    name,
    // More was asked for than any answer has, so that it is no lock of what was shown.
    ...(name !== 'retrieval' && { request: { id, products: [{ id: 'v', quantity: 99 }] } }),
    answer: { id, price: { currency: 'EUR', basketValue: value, discounts }, products: [line] },
  };
};
const lock = (quantity: number, linePrice: number, more: More = {}): Said =>
  basket(quantity, { linePrice, ...more, name: 'lock' });
const of = (...said: readonly Said[]) =>
  told(stream(...said))['lock/as-recalculated']?.filter((one) => one.startsWith('failed')) ?? [];
const other = { id: 'b' };

test('locks of two baskets that have the price of more than stands there are told', () => {
  expect(of(basket(4), lock(0, 400), lock(0, 400), basket(4, other), lock(0, 400, other))).toEqual(['failed 1 2 4 5']);
  const scanned = basket(3, { ...other, name: 'retrieval' });
  expect(of(basket(4), lock(1, 400), scanned, lock(2, 300, other))).toEqual(['failed 1 2 3 4']);
  const discounted = { ...other, discounts: [{ code: 'C', value: 50 }], value: 350 };
  expect(of(basket(4), lock(0, 400), basket(4, other), lock(0, 400, discounted))).toEqual(['failed 1 2 3 4']);
});

test('one basket, a price that no more had, that is not paid, or that as few have in a recalculation says nothing', () => {
  expect(of(basket(4), lock(0, 400), lock(1, 400))).toEqual([]);
  expect(of(basket(4), lock(0, 300), basket(4, other), lock(0, 300, other))).toEqual([]);
  expect(of(basket(4), lock(0, 400, { value: 0 }), basket(4, other), lock(0, 400, { ...other, value: 0 }))).toEqual([]);
  const least = basket(0, { linePrice: 400 });
  expect(of(least, basket(4), lock(0, 400), basket(4, other), lock(0, 400, other))).toEqual([]);
});

test('offers, prices that have changed, and the price of fewer are right', () => {
  for (const [quantity, linePrice, more] of [
    [3, 300, {}],
    [1, 200, { unitPrice: 200 }],
    [8, 400, {}],
  ] as const)
    expect(
      of(
        basket(4),
        lock(quantity, linePrice, more),
        basket(4, other),
        lock(quantity, linePrice, { ...more, ...other }),
      ),
    ).toEqual([]);
  const cheap = (id: string) => basket(4, { id, linePrice: 300 });
  expect(of(cheap('a'), lock(2, 300), cheap('b'), lock(2, 300, other))).toEqual([]);
});
