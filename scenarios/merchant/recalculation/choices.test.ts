import { expect, test } from 'vitest';
import { choose } from './choices.ts';

const product = (id: string, quantity = 2, free = false) => ({ id, quantity, free, ean: undefined });

test('a selection says what becomes of each product, and what it does not name stays as it was', () => {
  const { asked, removed } = choose([product('a'), product('b'), product('c')], [5, 'gone']);
  expect(asked).toEqual([
    { id: 'a', quantity: 5, ean: undefined },
    { id: 'c', quantity: 2, ean: undefined },
  ]);
  expect(removed).toMatchObject([{ id: 'b' }]);
});

test('a basket is never emptied', () => {
  const { asked, removed } = choose([product('a'), product('b')], ['gone', 'gone']);
  expect(asked).toMatchObject([{ id: 'a', quantity: 2 }]);
  expect(removed).toMatchObject([{ id: 'b' }]);
});

test('gifts are sent along and never chosen', () => {
  const { asked } = choose([product('gift', 1, true), product('a')], [3]);
  expect(asked).toMatchObject([
    { id: 'a', quantity: 3 },
    { id: 'gift', quantity: 1 },
  ]);
});
