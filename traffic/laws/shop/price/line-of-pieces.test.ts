import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

interface Line {
  readonly id?: string;
  readonly quantity: number;
  readonly unitPrice?: number;
  readonly linePrice: number;
  readonly originalUnitPrice?: number;
  readonly originalLinePrice?: number;
}

const basket = (...lines: readonly Line[]): Said => {
  const products = lines.map((line) => {
    const { id = 'v', quantity, unitPrice = 899, linePrice } = line;
    const originals = { originalUnitPrice: unitPrice, originalLinePrice: unitPrice * quantity };
    return { id, unitPrice, ...originals, ...line, linePrice };
  });
  const basketValue = lines.reduce((sum, { linePrice }) => sum + linePrice, 0);
  const price = { currency: 'EUR', basketValue, discounts: [] };
  return { name: 'recalculation', request: { id: 'b' }, answer: { id: 'b', price, products } };
};
const of = (...all: readonly Said[]) =>
  told(stream(...all))['basket/one-unit']?.filter((one) => !one.startsWith('passed') && one !== 'not-exercised') ?? [];
const lines = (price: (quantity: number) => number, more: Partial<Line> = {}): readonly Said[] =>
  [1, 2, 3, 5].map((quantity) => basket({ quantity, linePrice: price(quantity), ...more }));

test('a line that costs more a piece the more there are, and more than any did before a discount, is told', () => {
  expect(of(...lines((quantity) => 899 * quantity ** 2))).toEqual(['failed 1 2 3']);
});

test('what stands on each piece or line is only pointed out, and offers, rounding and limited offers are right', () => {
  expect(of(...lines((quantity) => Math.round(899 * quantity * 1.23)))).toEqual(['warned 1 2 3']);
  expect(of(...lines((quantity) => 899 * quantity + 500))).toEqual(['warned 1 2 3']);
  expect(of(...lines((quantity) => 899 * (quantity - Math.floor(quantity / 3))))).toEqual([]);
  expect(of(...lines((quantity) => Math.round(899.9 * quantity)))).toEqual([]);
  // In a currency without minor units.
  const whole = (quantity: number): number => 100 * Math.round(2.4 * quantity);
  expect(of(...lines(whole, { unitPrice: 200 }))).toEqual([]);
  expect(of(...lines((quantity) => 200 * quantity ** 2, { unitPrice: 200 }))).toEqual(['failed 1 2 3']);
  // Two pieces at the price of the offer, and the others at what they cost before.
  const limited = (quantity: number): number => 899 * Math.min(2, quantity) + 1299 * Math.max(0, quantity - 2);
  expect(of(...lines(limited, { originalUnitPrice: 1299 }))).toEqual([]);
});

test('lines at the price of one piece, whatever the quantity, are told where they are not discounted, or of two products', () => {
  const whole = { originalLinePrice: 899 };
  expect(of(...lines(() => 899, whole))).toEqual(['failed 1 2 3']);
  const mug = (quantity: number): Said => basket({ id: 'mug', quantity, unitPrice: 500, linePrice: 500 });
  expect(of(...lines(() => 899), mug(1), mug(2))).toEqual(['failed 1 2 3 4 5 6']);
});

test('a unitPrice that is the linePrice is that, and no line of one', () => {
  const wrong = ['v', 'w', 'x'].flatMap((id) =>
    [2, 3, 4].map((quantity) => basket({ id, quantity, unitPrice: 899 * quantity, linePrice: 899 * quantity })),
  );
  expect(of(...wrong)).toEqual([]);
});

test('one product of which all cost as much as one is an offer, and so are two for the price of one', () => {
  expect(of(...lines(() => 899))).toEqual([]);
  const mug = (quantity: number): Said => basket({ id: 'mug', quantity, unitPrice: 500, linePrice: 500 * quantity });
  expect(of(...lines(() => 899).slice(0, 3), mug(1), mug(2), ...lines(() => 899).slice(3))).toEqual([]);
  const half = [1, 2, 3, 4, 5].map((quantity) => Math.ceil(quantity / 2) * 899);
  expect(of(...half.map((linePrice, index) => basket({ quantity: index + 1, linePrice })))).toEqual([]);
});

const swapped = (id: string, unitPrice = 999, originalUnitPrice = 899): Line => ({
  id,
  quantity: 1,
  unitPrice,
  linePrice: unitPrice,
  originalUnitPrice,
  originalLinePrice: unitPrice,
});

test('originals that are below prices everywhere are pointed out, and one that is above a price explains them', () => {
  const twice = (...all: readonly Line[]) => of(basket(...all), basket(...all));
  expect(twice(swapped('v'), swapped('w'))).toEqual(['warned 2']);
  // Prices that rise, while what they were before stays.
  expect(of(...[999, 1009, 1019].map((price) => basket(swapped('v', price), swapped('w', price))))).toEqual([]);
  expect(of(basket(swapped('v')), basket(swapped('v')))).toEqual([]);
  expect(twice(swapped('v'), swapped('w'), swapped('x', 899, 999))).toEqual([]);
  expect(twice(swapped('v'), swapped('w', 899, 899))).toEqual([]);
});

const page = (prices: Readonly<Record<string, number>>): Said => ({
  name: 'catalogue',
  method: 'GET',
  answer: {
    currency: 'EUR',
    products: Object.entries(prices).map(([id, unitPrice]) => ({
      id,
      updatedAt: '2026-01-01T00:00:00.000Z',
      name: id,
      status: 'ACTIVE',
      variants: [{ id, unitPrice, stock: { isAvailable: true } }],
    })),
  },
});
const sold = (prices: Readonly<Record<string, number>>): Said =>
  basket(...Object.entries(prices).map(([id, unitPrice]) => ({ id, quantity: 1, unitPrice, linePrice: unitPrice })));

test('a variant that costs a hundredth in the catalogue, where others cost the same, is pointed out', () => {
  const prices = { a: 899, b: 1299, c: 450, d: 2000 };
  expect(of(sold(prices), page({ ...prices, d: 20 }))).toEqual(['warned 2']);
  expect(of(page(prices), sold({ ...prices, d: 20 }), sold({ ...prices, d: 20 }))).toEqual(['warned 2']);
});

test('a catalogue in another unit, or a price that was the same before, is none', () => {
  const prices = { a: 899, b: 1299, c: 450, d: 2000 };
  expect(of(page({ a: 8.99, b: 13, c: 5, d: 20 }), sold(prices))).toEqual([]);
  expect(of(page(prices), sold(prices), page({ ...prices, d: 20 }))).toEqual([]);
  expect(of(page(prices), sold({ ...prices, d: 1500 }))).toEqual([]);
});
