import { expect, test } from 'vitest';
import { readBasket } from './read-basket.ts';
import { lineOutcome, stillSold } from './reflection.ts';

const line = (id: string, quantity: unknown, more: object = {}) => ({
  id,
  quantity,
  unitPrice: 5,
  linePrice: 5,
  ...more,
});
const fate = (products: unknown, quantity: number) => lineOutcome(readBasket({ products }), 'v1', quantity);

test('lines of one product count together, whatever stands between them', () => {
  expect(fate([line('v1', 1), line('v2', 9), line('v1', 2)], 3)).toEqual({ kind: 'as-asked' });
});

test('a gift of the same product does not count as asked for', () => {
  const gift = line('v1', 1, { unitPrice: 0 });
  expect(fate([line('v1', 3), gift], 3)).toEqual({ kind: 'as-asked' });
  expect(fate([line('v1', 2), gift], 3)).toEqual({ kind: 'as-asked' });
});

test('another quantity, an error and an absence are told apart', () => {
  expect(fate([line('v1', 2)], 3)).toEqual({ kind: 'differs', carries: 2, pointer: '/products/0/quantity' });
  expect(fate([line('v1', 2), line('v1', 1, { error: 'QUANTITY_TOO_BIG' })], 3)).toEqual({
    kind: 'reported',
    error: 'QUANTITY_TOO_BIG',
    pointer: '/products/1',
    carries: 1,
  });
  expect(fate([], 3)).toEqual({ kind: 'missing' });
});

test('what cannot be read is not judged', () => {
  for (const products of [undefined, [line('v1', '3')], [{ quantity: 3 }]])
    expect(fate(products, 3)).toEqual({ kind: 'unreadable' });
});

test('a removed product may stay as a gift, with quantity 0 or with an error', () => {
  const products = [line('v1', 1, { linePrice: 0 }), line('v1', 0), line('v1', 2, { error: 'OUT_OF_STOCK' })];
  expect(stillSold(readBasket({ products }), 'v1')).toBeUndefined();
  expect(stillSold(readBasket({ products: [...products, line('v1', 1)] }), 'v1')).toMatchObject({ quantity: 1 });
});
