import { expect, test } from 'vitest';
import { causeId } from './cause.ts';

const of = (cause: string): string => causeId({ message: '', cause });

test.each([
  ['a line of a paid bill billed again', 'a-line-of-a-paid-bill-billed-again'],
  ['/products/*/quantity type', 'products-quantity-type'],
  ['/products/17/unitPrice/3 required amount', 'products-unit-price-required-amount'],
  ['another oaOrderId', 'another-oa-order-id'],
  ['OrderSubmissionRequested deleted unanswered', 'order-submission-requested-deleted-unanswered'],
  ['order refused with 503', 'order-refused-with-5xx'],
  [' additionalProperties', 'additional-properties'],
  ['…', 'unnamed'],
])('the cause %o is %o', (cause, id) => {
  expect(of(cause)).toBe(id);
  expect(of(id)).toBe(id);
});

test('without words for its cause a finding has the first clause of its message, without what the target said', () => {
  const message = 'Order "12 Zł" was answered 404 after 17 s; answer it. Only a warning, since it may be chance.';
  const id = causeId({ message });
  expect(id).toBe('order-was-answered-4xx-after-s');
  expect(of(id)).toBe(id);
});

test('an id has an end, at a word', () => {
  const id = of('word '.repeat(50));
  expect(id).toMatch(/^(?:word-)+word$/u);
  expect(id.length).toBeLessThanOrEqual(90);
  expect(of('x'.repeat(500))).toHaveLength(90);
});
