import { commands, resultShapeOf, validate } from '#schemas';
import { expect, test } from 'vitest';
import { newOrder, type OrderKind, pairs } from './messages.ts';

test.each(Object.entries(pairs))('%s and its two results are valid, and an empty result is not', (kind, pair) => {
  const known = kind as keyof typeof pairs;
  const result = resultShapeOf(known);
  if (result === undefined) throw new Error(`${kind} has no result`);
  expect(validate(commands[known].payload, pair.payload)).toEqual([]);
  expect([...validate(result, pair.result), ...validate(result, pair.other)]).toEqual([]);
  expect(validate(result, {})).not.toEqual([]);
});

test.each<OrderKind>(['TABLE', 'KIOSK', 'PICKUP', 'DELIVERY'])('a new %s order is valid', (kind) => {
  expect(validate('order-submission-requested', newOrder(kind).payload)).toEqual([]);
});
