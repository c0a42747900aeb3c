import { expect, test } from 'vitest';
import { type Said, stream, told } from './shop-stream.fixture.ts';

interface More {
  readonly unitPrice?: number;
  readonly linePrice?: number;
  readonly error?: string;
  readonly discounts?: readonly object[];
  readonly loggedUser?: string;
}

/** The price of one is that of the line. */
const line = (quantity: number, more: More = {}): Said => {
  const { unitPrice = 899 * quantity, linePrice = unitPrice, error, discounts = [], loggedUser } = more;
  return {
    name: 'recalculation',
    request: { id: 'b', loggedUser },
    answer: {
      id: 'b',
      price: { currency: 'EUR', basketValue: linePrice, discounts },
      products: [{ id: 'v', quantity, unitPrice, linePrice, error }],
    },
  };
};
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => one.startsWith('failed')) ?? [];

test('a unit price that is as many times that of one as there are in the line, in two quantities, is told', () => {
  expect(of(line(2), line(1), line(2), line(2), line(3), line(5))).toEqual(['failed 2 4 5']);
});

test('of one quantity, with an offer for another, or once the price of one has changed, nothing is told', () => {
  expect(of(line(1), line(2), line(2), line(1))).toEqual([]);
  expect(of(line(1), line(2), line(4, { unitPrice: 899, linePrice: 3596 }), line(3))).toEqual([]);
  expect(of(line(1), line(2), line(1, { unitPrice: 900 }), line(3, { unitPrice: 2700 }))).toEqual([]);
  expect(of(line(1), line(2, { linePrice: 3596 }), line(3, { linePrice: 8091 }))).toEqual([]);
});

test('errors, discounts and the prices of another user are no reason', () => {
  for (const more of [
    { error: 'QUANTITY_TOO_BIG' },
    { discounts: [{ code: 'OK', value: 0 }] },
    { loggedUser: 'dear to nobody' },
  ])
    expect(of(line(1), line(2, more), line(3, more), line(4, more))).toEqual([]);
});
