import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

interface More {
  readonly discounts?: readonly object[];
  readonly value?: number;
}

/** Products at prices, and how many of the lines count. */
const worth = (prices: Readonly<Record<string, number>>, count: number, more: More = {}): Said => {
  const lines = Object.entries(prices);
  const { discounts = [], value = lines.slice(0, count).reduce((sum, [, price]) => sum + price, 0) } = more;
  return {
    name: 'retrieval',
    answer: {
      id: JSON.stringify(prices),
      price: { currency: 'EUR', basketValue: value, discounts },
      products: lines.map(([id, price]) => ({ id, quantity: 1, unitPrice: price, linePrice: price })),
    },
  };
};

const one = { a: 300, b: 400, c: 200 };
const other = { b: 400, c: 200, a: 300 };
const dear = { a: 300, c: 200, b: 400, d: 900 };
const all = { c: 200, d: 900, b: 400 };

test('three unlike baskets that are worth their lines but for the last, which may be the dearest, are told', () => {
  expect(failedIn(worth(one, 2), worth(one, 2), worth(other, 2), worth({ a: 300, b: 400 }, 2), worth(dear, 2))).toEqual(
    ['failed 1 3 5'],
  );
});

test('nothing is told of two, where as many lines are all paid for, or where a value is no sum of the first lines', () => {
  expect(failedIn(worth(one, 2), worth(other, 2), worth(one, 2))).toEqual([]);
  expect(failedIn(worth(one, 2), worth(all, 3), worth(other, 2), worth(dear, 2))).toEqual([]);
  expect(failedIn(worth(one, 2), worth(other, 2), worth(dear, 3, { value: 1101 }))).toEqual([]);
  expect(failedIn(worth(one, 2), worth(other, 2), worth(dear, 2, { discounts: [{ code: 'OK', value: 0 }] }))).toEqual(
    [],
  );
});

test('what is given away for little is an offer, and so is a product that nobody ever pays for', () => {
  expect(failedIn(worth(one, 2), worth(other, 2), worth(dear, 3), worth({ a: 300, b: 400 }, 2))).toEqual([]);
  const gift = (name: string) => worth({ [name]: 200, gift: 900 }, 1);
  expect(failedIn(gift('a'), gift('b'), gift('c'), gift('d'))).toEqual([]);
});

test('nothing is told where it may be the dearest line that is paid for', () => {
  const dearestFirst = [
    { a: 500, b: 400, c: 300, d: 200 },
    { b: 400, c: 300, d: 200 },
    { c: 300, d: 200, e: 190 },
    { a: 500, c: 300, d: 300 },
  ];
  expect(failedIn(...dearestFirst.map((prices) => worth(prices, 1)))).toEqual([]);
  expect(failedIn(...dearestFirst.map((prices) => worth(prices, 1)), worth({ c: 300, a: 500, b: 400 }, 1))).toEqual([
    'failed 1 2 3 4 5',
  ]);
});
