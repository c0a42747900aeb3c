import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface More {
  readonly id?: string;
  readonly value?: number;
  readonly linePrice?: number;
  readonly unitPrice?: number;
  readonly error?: string;
  readonly discounts?: readonly object[];
}

const line = (quantity: number, more: More = {}): Said => {
  const { id = 'b', unitPrice = 899, value = unitPrice * quantity, linePrice = 899, error, discounts = [] } = more;
  return {
    name: 'recalculation',
    request: { id },
    answer: {
      id,
      price: { currency: 'EUR', basketValue: value, discounts },
      products: [{ id: 'v', quantity, unitPrice, linePrice, error }],
    },
  };
};
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

test('a line that costs the same in three quantities, in a basket whose value follows them, is told', () => {
  expect(of(line(1), line(2), line(2), line(3), line(4))).toEqual(['failed 1 2 4']);
});

test('of two quantities, with another price in between, or in another basket, nothing is told', () => {
  expect(of(line(1), line(2), line(1), line(2))).toEqual([]);
  expect(of(line(1), line(2), line(4, { linePrice: 3596 }), line(3))).toEqual([]);
  expect(of(line(1), line(2), line(3, { id: 'other' }))).toEqual([]);
});

test('offers, other prices, errors, discounts and what is for nothing are no reason', () => {
  for (const more of [
    { value: 899 },
    { error: 'QUANTITY_TOO_BIG' },
    { discounts: [{ code: 'OK', value: 0 }] },
    { linePrice: 0 },
    // A price of its own, and not that of one of the quantities.
    { linePrice: 900 },
  ])
    expect(of(line(1, more), line(2, more), line(3, more), line(4, more))).toEqual([]);
  const tiers = [1, 2, 3].map((quantity) => line(quantity, { unitPrice: 900 / quantity, linePrice: 900 }));
  expect(of(...tiers)).toEqual([]);
});

const original = (quantity: number, originalLinePrice: number, more: More = {}): Said => {
  const said = line(quantity, { linePrice: 899 * quantity, ...more });
  const answer = { ...Object(said.answer) } as { products: object[] };
  const products = answer.products.map((one) => ({ ...one, originalUnitPrice: 999, originalLinePrice }));
  return { ...said, answer: { ...answer, products } };
};

test('so is a price before discount, in whichever baskets, where that of the line follows', () => {
  const other = { id: 'other' };
  expect(of(original(1, 999), original(2, 999), original(3, 999, other))).toEqual(['failed 1 2 3']);
  expect(of(original(1, 999), original(2, 1998), original(3, 2997, other))).toEqual([]);
  expect(of(original(1, 999), original(2, 999), original(1, 999, other))).toEqual([]);
  const flat = { linePrice: 899, value: 899 };
  expect(of(original(1, 999, flat), original(2, 999, flat), original(3, 999, flat))).toEqual([]);
});
