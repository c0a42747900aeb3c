import { expect, test } from 'vitest';
import { milliseconds } from './timing.ts';

test.each([
  ['500ms', 500],
  ['8s', 8000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
])('%s is %i ms', (duration, expected) => {
  expect(milliseconds(duration)).toBe(expected);
});
