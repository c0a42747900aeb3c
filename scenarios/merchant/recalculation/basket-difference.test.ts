import { expect, test } from 'vitest';
import { difference } from './basket-difference.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';

const line = (id: string, quantity: number, linePrice: number) => ({ id, quantity, unitPrice: 5, linePrice });
const basket = (products: unknown[], more: object = {}) =>
  readBasket({ price: { basketValue: 10, discounts: [] }, products, ...more });

test('order and splitting of lines, validity and request ids make no difference', () => {
  const one = basket([line('a', 3, 15), line('b', 1, 5)], { requestId: 'r1', expiresAt: '2026-01-01T00:00:00Z' });
  const other = basket([line('b', 1, 5), line('a', 1, 5), line('a', 2, 10), line('gone', 0, 0)], { requestId: 'r2' });
  expect(difference(one, other)).toBeUndefined();
});

test('a price, a quantity, a discount or the value of the basket makes one', () => {
  const one = basket([line('a', 1, 5)]);
  expect(difference(one, basket([line('a', 1, 6)]))).toMatchObject({ pointer: '/products/0' });
  expect(difference(one, basket([line('a', 2, 5)]))).toMatchObject({ pointer: '/products/0' });
  expect(difference(one, basket([]))).toMatchObject({ second: 'no product "a"' });
  const discounts = [{ code: 'X', value: 1 }];
  expect(difference(one, basket([line('a', 1, 5)], { price: { basketValue: 10, discounts } }))).toMatchObject({
    pointer: '/price/discounts/0',
  });
  expect(difference(one, basket([line('a', 1, 5)], { price: { basketValue: 11, discounts: [] } }))).toMatchObject({
    pointer: '/price/basketValue',
  });
});

test('so does what a product cost before its discount', () => {
  const costing = (originalUnitPrice: number, originalLinePrice: number) =>
    basket([{ ...line('a', 2, 10), originalUnitPrice, originalLinePrice }]);
  expect(difference(costing(6, 12), costing(6, 12))).toBeUndefined();
  expect(difference(costing(6, 12), costing(7, 12))).toMatchObject({ pointer: '/products/0' });
  expect(difference(costing(6, 12), costing(6, 14))).toMatchObject({
    second: expect.stringContaining('before discount unit price 6, line price 14') as string,
  });
});

test('so does what a delivery costs that both offer', () => {
  const delivering = (...options: (readonly [string, number])[]) =>
    basket([], { deliveryOptions: options.map(([key, cost]) => ({ key, cost })) });
  const one = delivering(['CARRIER_A_COURIER', 900], ['ELECTRONIC', 0]);
  expect(difference(one, delivering(['CARRIER_A_COURIER', 900], ['INSTORE_PICKUP', 0]))).toBeUndefined();
  expect(difference(one, delivering(['CARRIER_A_COURIER', 990]))).toMatchObject({
    pointer: '/deliveryOptions',
    first: 'delivery CARRIER_A_COURIER for 900',
  });
});

test('a discount that is there twice is not one that is there once', () => {
  const having = (...values: number[]) =>
    basket([], { price: { basketValue: 10, discounts: values.map((value) => ({ code: 'X', value })) } });
  expect(difference(having(1, 2), having(2, 1))).toBeUndefined();
  expect(difference(having(2), having(2, 2))).toMatchObject({ pointer: '/price/discounts/0' });
});
