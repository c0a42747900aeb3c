import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

const many = (linePrice: number, more: object = {}): Said => ({
  name: 'recalculation',
  answer: {
    id: 'a',
    price: { currency: 'PLN', basketValue: 100, discounts: [] },
    products: [{ id: 'v', quantity: 40_000, unitPrice: 3_722_604, linePrice, ...more }],
  },
});

test('the price of a line that ran over is told of', () => {
  expect(of(many(-1_419_695_360))).toEqual(['failed 1']);
  expect(of(many(2_875_271_936))).toEqual(['failed 1']);
});

test('so is the price before discount, where there is an offer for several', () => {
  const before = { originalUnitPrice: 3_722_604, originalLinePrice: -1_419_695_360 };
  expect(of(many(99_269_440_000, before))).toEqual(['failed 1']);
});

test('any other price of a line is the shop’s own affair', () => {
  expect(of(many(148_904_160_000), many(148_904_159_999), many(-1))).toEqual([]);
  expect(of(many(-1_419_695_360, { error: 'QUANTITY_TOO_BIG' }))).toEqual([]);
  expect(of(many(-1_419_695_360, { quantity: 0 }))).toEqual([]);
});
