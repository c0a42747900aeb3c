import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface Basket {
  readonly value: number;
  readonly quantity?: number;
  readonly short?: boolean;
  readonly codes?: readonly string[];
  readonly loggedUser?: string;
  readonly more?: readonly object[];
}

const basket = ({ value, quantity = 2, short = false, codes = [], loggedUser, more = [] }: Basket): Said => ({
  name: 'recalculation',
  answer: {
    id: 'b',
    loggedUser,
    price: { currency: 'EUR', basketValue: value, discounts: codes.map((code) => ({ code, value: 1 })) },
    products: [
      { id: 'v', quantity, unitPrice: 100, linePrice: 100 * quantity },
      ...(short ? [{ id: 'w', quantity: 0, unitPrice: 300, linePrice: 0, error: 'OUT_OF_STOCK' }] : []),
      ...more,
    ],
  },
});
const of = (...all: readonly Basket[]) =>
  told(stream(...all.map(basket)))['basket/value-follows']?.filter((one) => one.startsWith('failed')) ?? [];
const worth = { value: 200 };
const nothing = { value: 0, short: true };

test('a basket that is worth nothing because one product is short is told the second time', () => {
  expect(of(worth, nothing, nothing)).toEqual(['failed 2 3']);
  expect(of(worth, nothing)).toEqual([]);
  expect(of(worth, nothing, { value: 200, short: true }, nothing)).toEqual([]);
});

test('goods may be given away, be paid with a code, with credit, or with a line of their own', () => {
  expect(of(worth, { value: 0 }, nothing, nothing)).toEqual([]);
  expect(of(worth, { ...nothing, codes: ['ALL'] }, { ...nothing, codes: ['ALL'] })).toEqual([]);
  expect(of(nothing, nothing, worth)).toEqual([]);
  expect(of({ value: 100, quantity: 12 }, nothing, nothing)).toEqual([]);
  const credited = { ...nothing, loggedUser: 'somebody' };
  expect(of(worth, credited, credited)).toEqual([]);
  const paid = { ...nothing, more: [{ id: 'credit', quantity: 1, unitPrice: -200, linePrice: -200 }] };
  expect(of(worth, paid, paid)).toEqual([]);
});
