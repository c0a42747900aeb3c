import { expect, test } from 'vitest';
import { failedIn, pieces } from './pieces.fixture.ts';

const known = [1, 2, 5].flatMap((quantity) =>
  ['x', 'y'].map((id) => pieces('recalculation', `${id}${quantity}`, quantity)),
);

/** Of 1, 2 and 5 pieces, and then of 1 and 2 at the price of more. */
const retrieved = [
  ...[1, 2, 5].map((quantity) => pieces('retrieval', `b${quantity}`, quantity)),
  pieces('retrieval', 'd', 1, 200),
  pieces('retrieval', 'e', 2, 500),
];

test('retrievals at what the lines of those before them come to are told of', () => {
  expect(failedIn(...known, ...retrieved)).toEqual(['failed 8 9 10 11']);
  expect(failedIn(...known, ...retrieved.slice(0, -1))).toEqual([]);
});

test('a fee in retrievals may be of just the size of a product, or make no other basket', () => {
  const fees = (fee: number) =>
    [5, 4, 3, 2, 1].map((quantity) => pieces('retrieval', `b${quantity}`, quantity, 100 * quantity + fee));
  expect(failedIn(...known, ...fees(100))).toEqual([]);
  expect(failedIn(...known, ...fees(17))).toEqual([]);
});

test('lines that recalculations show at several values, or none has shown, leave it open', () => {
  expect(failedIn(...retrieved)).toEqual([]);
  expect(failedIn(...known, pieces('recalculation', 'z', 2, 250), ...retrieved)).toEqual([]);
});
