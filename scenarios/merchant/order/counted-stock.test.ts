import { expect, test } from 'vitest';
import { stockOf } from './counted-stock.ts';

const inventory = (quantity: number | undefined, delisted = false) => {
  const at = { updatedAt: '2026-01-01T00:00:00.000Z', epochMs: 0, finer: '', hasOffset: true, hasMilliseconds: true };
  return new Map([['p1', { ...at, id: 'p1', delisted, variants: [{ id: 'v1', available: true, quantity }] }]]);
};

test('stock is known only where the merchant counts it and sells it', () => {
  expect(stockOf(inventory(5), 'v1')).toBe(5);
  expect(stockOf(inventory(undefined), 'v1')).toBeUndefined();
  expect(stockOf(inventory(5, true), 'v1')).toBeUndefined();
});
