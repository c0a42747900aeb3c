import { expect, test } from 'vitest';
import { isAfter, watchOrder } from './position-order.ts';
import type { Listed } from './listed.ts';

const listed = (id: string, epochMs = 1000, finer = ''): Listed => ({
  id,
  epochMs,
  finer,
  updatedAt: new Date(epochMs).toISOString(),
  hasOffset: true,
  hasMilliseconds: true,
  delisted: false,
  variants: [],
});

test('ids within one millisecond compare character by character', () => {
  expect(watchOrder().follows(listed('p10'), listed('p9'))).toBe(true);
  expect(watchOrder().follows(listed('p9'), listed('p10'))).toBe(false);
  expect(watchOrder().follows(listed('B'), listed('a'))).toBe(true);
  expect(watchOrder().follows(listed('a'), listed('a'))).toBe(false);
});

test('astral ids may come before or after the rest of the BMP, but not both in one catalogue', () => {
  const order = watchOrder();
  expect(order.follows(listed('😀'), listed('ﾟ'))).toBe(true);
  expect(order.follows(listed('ﾟ'), listed('😀'))).toBe(false);
  expect(watchOrder().follows(listed('ﾟ'), listed('😀'))).toBe(true);
});

test('digits beyond the millisecond may order products or be ignored, but not both', () => {
  const order = watchOrder();
  expect(order.follows(listed('b', 1000, '1'), listed('a', 1000, '2'))).toBe(true);
  expect(order.follows(listed('a', 1000, '2'), listed('b', 1000, '1'))).toBe(false);
});

test('within a second hidden milliseconds may explain any order', () => {
  const hidden = { ...listed('a', 1000), hasMilliseconds: false };
  expect(watchOrder().follows(listed('b', 1123), hidden)).toBe(true);
  expect(watchOrder().follows(hidden, listed('a', 1000))).toBe(true);
  expect(watchOrder().follows(listed('b', 2000), hidden)).toBe(false);
});

test('a position is after another by time first and then by id', () => {
  expect(isAfter({ epochMs: 2, id: 'a' }, { epochMs: 1, id: 'z' })).toBe(true);
  expect(isAfter({ epochMs: 1, id: 'z' }, { epochMs: 1, id: 'z' })).toBe(false);
  expect(isAfter({ epochMs: 1, id: 'a:b' }, { epochMs: 1, id: 'a' })).toBe(true);
});
