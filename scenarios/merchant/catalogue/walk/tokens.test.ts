import { encodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import type { Listed } from '#traffic/laws';
import { createTokens } from './tokens.ts';

const product = (changes: Partial<Listed> = {}): Listed => ({
  id: 'p~ż1',
  epochMs: 1_714_521_600_123,
  finer: '',
  updatedAt: '2024-05-01T00:00:00.123Z',
  hasOffset: true,
  hasMilliseconds: true,
  delisted: false,
  variants: [],
  ...changes,
});

test('a standard checkpoint is used as it is', () => {
  const text = encodeCheckpoint(product());
  expect(createTokens().after(product(), text)).toEqual({ token: text });
});

test('another spelling is told, and then used for every position', () => {
  const tokens = createTokens();
  const text = encodeCheckpoint(product()).replaceAll('=', '');
  expect(tokens.after(product(), text)).toMatchObject({ token: text });
  expect(tokens.of({ epochMs: 1, id: 'x' })).toBe(encodeCheckpoint({ epochMs: 1, id: 'x' }).replaceAll('=', ''));
});

test('a checkpoint of another position is told, and the right one used instead', () => {
  const text = encodeCheckpoint({ epochMs: 1_714_521_600, id: 'p~ż1' });
  expect(createTokens().after(product(), text)).toMatchObject({
    token: encodeCheckpoint(product()),
    misplaced: text,
  });
});

test('after a checkpoint of its own invention no position can be written', () => {
  const tokens = createTokens();
  expect(tokens.after(product(), 'cursor.17')).toMatchObject({ token: 'cursor.17' });
  expect(tokens.of({ epochMs: 1, id: 'x' })).toBeUndefined();
});

test('a local time without an offset is a warning, and its offset is kept', () => {
  const tokens = createTokens();
  const local = product({ hasOffset: false, updatedAt: '2024-05-01T00:00:00.123' });
  const text = encodeCheckpoint({ epochMs: local.epochMs - 7_200_000, id: local.id });
  expect(tokens.after(local, text)).toMatchObject({ token: text });
  expect(tokens.of({ epochMs: 8_200_000, id: 'x' })).toBe(encodeCheckpoint({ epochMs: 1_000_000, id: 'x' }));
});

test('a checkpoint of hidden milliseconds is followed, and no position can be written', () => {
  const hidden = product({ epochMs: 1_714_521_600_000, hasMilliseconds: false, updatedAt: '2024-05-01T00:00:00Z' });
  const tokens = createTokens();
  expect(tokens.after(hidden, encodeCheckpoint(product()))).toEqual({ token: encodeCheckpoint(product()) });
  expect(tokens.of({ epochMs: 1, id: 'x' })).toBeUndefined();
});
