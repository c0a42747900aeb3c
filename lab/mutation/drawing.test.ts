import { expect, test } from 'vitest';
import { createSeen, draw } from './drawing.ts';
import { isMeant, planOf, planText } from './editing/plan.ts';

test.for([
  'merchant granite order /shopOrderId drop all from 2',
  'merchant willow retrieval /products/*/quantity fraction first every 2',
  'pos quartz BillPaymentCompleted/result (message) duplicate all all',
])('%s is a plan that can be read again', (text) => {
  expect(planText(planOf(text))).toBe(text);
});

test('a plan that cannot be read is refused with the words there are', () => {
  expect(() => planOf('merchant granite order /shopOrderId lose all all')).toThrow(/"lose" is none of drop, null/u);
  expect(() => planOf('platform mock order (message) drop all all')).toThrow(/"platform" is none of merchant, pos/u);
});

test('one number of a seed is one plan, and another number another', () => {
  const { seen, add } = createSeen();
  add('order', { oaOrderId: 'o', shopOrderId: 's', returnPolicy: { maxReturnDays: 14 } });
  add('catalogue', { currency: 'PLN', products: [{ id: 'p', variants: [{ id: 'v' }] }] });
  const drawn = (seed: number) =>
    Array.from({ length: 30 }, (_, n) => planText(draw('merchant', 'granite', seen, seed, n)));
  expect(drawn(1)).toEqual(drawn(1));
  expect(new Set(drawn(1)).size).toBeGreaterThan(20);
  expect(drawn(2)).not.toEqual(drawn(1));
});

test('occurrences count from 1', () => {
  const meant = (which: Parameters<typeof isMeant>[0]) =>
    [1, 2, 3, 4].filter((occurrence) => isMeant(which, occurrence));
  expect(meant({ kind: 'all' })).toEqual([1, 2, 3, 4]);
  expect(meant({ kind: 'from', n: 3 })).toEqual([3, 4]);
  expect(meant({ kind: 'only', n: 2 })).toEqual([2]);
  expect(meant({ kind: 'every', n: 2 })).toEqual([2, 4]);
});
