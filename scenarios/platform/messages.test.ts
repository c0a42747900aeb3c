import { commands, validate } from '#schemas';
import { expect, test } from 'vitest';
import { newOrder, type OrderKind, pairedKinds, pairOf } from './messages.ts';

test.each(pairedKinds)('%s has two results that differ, and an empty one is not valid', (kind) => {
  const { result, other } = pairOf(kind);
  expect(result).not.toEqual(other);
  expect(validate(commands[kind].result.shape, {})).not.toEqual([]);
});

test.each<OrderKind>(['TABLE', 'KIOSK', 'PICKUP', 'DELIVERY'])('a new %s order is valid', (kind) => {
  expect(validate('order-submission-requested', newOrder(kind).payload)).toEqual([]);
});
