import { expect, test } from 'vitest';
import { someOf } from './some-of.ts';

const chosen = (things: readonly number[], { waits = true, withinMs }: { waits?: boolean; withinMs?: number } = {}) => {
  const said: unknown[] = [];
  const world = {
    keepsWaiting: () => waits,
    attemptsWithinMs: withinMs,
    attempted: (...one: readonly unknown[]) => void said.push(one),
  };
  return { things: someOf(world, 'limited products', things), said };
};

test('at a shop that keeps one waiting two of each kind are tried, and it is said how many there were', () => {
  expect(chosen([1, 2, 3, 4])).toEqual({ things: [1, 4], said: [['limited products', 2, 4]] });
  expect(chosen([1, 2])).toEqual({ things: [1, 2], said: [] });
});

test('all of them at any other shop, and where there is time for all', () => {
  expect(chosen([1, 2, 3], { waits: false })).toEqual({ things: [1, 2, 3], said: [] });
  expect(chosen([1, 2, 3], { withinMs: 60_000 })).toEqual({ things: [1, 2, 3], said: [] });
});
