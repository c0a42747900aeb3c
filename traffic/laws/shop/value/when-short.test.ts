import { expect, test } from 'vitest';
import type { Said } from '../shop-stream.fixture.ts';
import { failedIn } from './pieces.fixture.ts';

const error = 'QUANTITY_TOO_BIG';

/** So many are asked for, so many are there, as much is charged on top, and a code takes so much off. */
const short = (asked: number, there: number, more: number, off = 0, unitPrice = 300): Said => ({
  name: 'recalculation',
  request: { id: 'b', products: [{ id: 'v', quantity: asked }] },
  answer: {
    id: 'b',
    price: {
      currency: 'EUR',
      basketValue: unitPrice * there + more - off,
      discounts: off > 0 ? [{ code: 'TEN', value: off }] : [],
    },
    products: [{ id: 'v', quantity: there, unitPrice, linePrice: unitPrice * there, ...(asked > there && { error }) }],
  },
});

test('three unlike shortages at the price of what was asked for are told', () => {
  expect(failedIn(short(3, 2, 300), short(3, 2, 300), short(4, 2, 600), short(2, 2, 0), short(5, 0, 1500))).toEqual([
    'failed 1 3 5',
  ]);
});

test('fees, two of them, and a shop that charges for what is there are not', () => {
  expect(failedIn(short(3, 2, 300), short(4, 2, 600), short(5, 2, 901))).toEqual([]);
  expect(failedIn(short(3, 2, 500), short(4, 2, 500), short(5, 2, 500))).toEqual([]);
  expect(failedIn(short(3, 2, 300), short(4, 2, 0), short(5, 2, 900), short(4, 2, 600))).toEqual([]);
});

test('three unlike shortages of which what is left is not charged for are told, but where it is once', () => {
  expect(failedIn(short(3, 2, -600), short(9, 2, -600), short(4, 1, -300), short(5, 4, -1200))).toEqual([
    'failed 1 3 4',
  ]);
  expect(failedIn(short(3, 2, -600), short(4, 1, -300), short(5, 3, 0), short(6, 4, -1200))).toEqual([]);
  expect(failedIn(short(3, 2, -100), short(4, 1, -100), short(5, 4, -100))).toEqual([]);
});

test('what is charged on top with a code is told beside answers without one that are right', () => {
  const coded = [short(3, 2, 300, 50), short(4, 2, 600, 50), short(5, 0, 1500, 50)];
  expect(failedIn(short(3, 2, 0), ...coded)).toEqual(['failed 2 3 4']);
  expect(failedIn(short(3, 2, 0, 50), ...coded)).toEqual([]);
  // Where discounts are not taken off, they may be as much.
  expect(failedIn(short(3, 2, 300, 300), ...coded)).toEqual([]);
});
