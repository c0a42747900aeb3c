import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

const line = (quantity: number, linePrice: number, more: object = {}): Said => ({
  name: 'recalculation',
  answer: {
    id: 'a',
    price: { currency: 'PLN', basketValue: linePrice, discounts: [] },
    products: [{ id: 'v', quantity, unitPrice: 386, linePrice, ...more }],
  },
});

test('two prices that are what 16 bits leave of them are told', () => {
  expect(of(line(300, 50_264), line(300, 50_264), line(400, 23_328))).toEqual(['failed 1 3']);
});

test('so is one that costs next to nothing by that', () => {
  expect(of(line(40_000, 39_040))).toEqual(['failed 1']);
});

test('one that just comes to that, and any other price, are offers', () => {
  expect(of(line(300, 50_264), line(300, 50_264))).toEqual([]);
  expect(of(line(300, 115_800), line(400, 154_400), line(100, 38_600), line(50, 19_300))).toEqual([]);
  expect(of(line(300, 50_264, { error: 'QUANTITY_TOO_BIG' }), line(400, 23_328))).toEqual([]);
});
