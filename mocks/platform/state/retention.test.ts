import { expect, test } from 'vitest';
import { createMemory } from './retention.ts';

const memory = (most: number, keepMs: number, inUse?: (value: number) => boolean) => {
  const clock = { at: 0 };
  const entries = createMemory(new Map([['old', 0]]), {
    most,
    keepMs,
    now: () => clock.at,
    ...(inUse && { inUse }),
  });
  return { clock, entries, held: () => [...entries.values()] };
};

test('beyond the cap the oldest is forgotten, and setting again makes nothing younger', () => {
  const { entries, held } = memory(3, 1000);
  entries.set('a', 1);
  entries.set('b', 2);
  entries.set('old', 9);
  entries.set('c', 3);
  expect(held()).toEqual([1, 2, 3]);
  expect(entries.has('old')).toBe(false);
});

test('beyond the cap what is in use stays, and is forgotten for its age only', () => {
  const { clock, entries, held } = memory(1, 1000, (value) => value === 0);
  entries.set('a', 1);
  entries.set('b', 2);
  expect(held()).toEqual([0, 1, 2]);
  clock.at = 1000;
  entries.set('c', 3);
  expect(held()).toEqual([3]);
});

test('what is older than the time to keep is forgotten when something new comes', () => {
  const { clock, entries, held } = memory(10, 1000);
  clock.at = 600;
  entries.set('a', 1);
  clock.at = 1000;
  entries.set('b', 2);
  expect(held()).toEqual([1, 2]);
});
