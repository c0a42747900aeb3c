import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

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
  expect(of(line(2), line(1), line(2), line(2), line(3), line(5))).toEqual(['failed 2 3 5']);
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

/** The price of one, and of the line, is right; before the discount it is as given. */
const before = (quantity: number, originalUnitPrice: number, originalLinePrice: number): Said => {
  const said = line(quantity, { unitPrice: 899, linePrice: 899 * quantity });
  const answer = { ...Object(said.answer) } as { products: object[] };
  return {
    ...said,
    answer: { ...answer, products: answer.products.map((one) => ({ ...one, originalUnitPrice, originalLinePrice })) },
  };
};

test('so is the price of one before discount, and nothing of those that are right', () => {
  expect(of(before(1, 999, 999), before(2, 1998, 1998), before(3, 2997, 2997))).toEqual(['failed 1 2 3']);
  expect(of(before(1, 999, 999), before(2, 999, 1998), before(3, 999, 2997))).toEqual([]);
  expect(of(before(1, 0, 0), before(2, 0, 0), before(3, 0, 0))).toEqual([]);
});
