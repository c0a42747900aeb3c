import { expect, test } from 'vitest';
import { stockOf, unbumped } from './stock-change.ts';

const inventory = (updatedAt: string, quantity: number | undefined, delisted = false) => ({
  products: new Map([
    [
      'p1',
      {
        exchange: 1,
        product: {
          id: 'p1',
          updatedAt,
          epochMs: 0,
          finer: '',
          hasOffset: true,
          hasMilliseconds: true,
          delisted,
          variants: [{ id: 'v1', available: quantity !== 0, quantity }],
        },
      },
    ],
  ]),
});
const [earlier, later] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'];

test('stock that changed under one updatedAt is told apart from stock that did not change, or was bumped', () => {
  expect(unbumped(inventory(earlier, 5), inventory(earlier, 4))).toMatchObject({
    after: '"v1": isAvailable true, availableQuantity 4',
  });
  expect(unbumped(inventory(earlier, 5), inventory(later, 4))).toBeUndefined();
  expect(unbumped(inventory(earlier, 5), inventory(earlier, 5))).toBeUndefined();
});

test('stock is known only where the merchant counts it and sells it', () => {
  expect(stockOf(inventory(earlier, 5), 'v1')).toBe(5);
  expect(stockOf(inventory(earlier, undefined), 'v1')).toBeUndefined();
  expect(stockOf(inventory(earlier, 5, true), 'v1')).toBeUndefined();
});
