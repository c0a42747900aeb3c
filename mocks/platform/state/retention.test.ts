import { expect, test } from 'vitest';
import { createByteBudget, weightOf } from '#traffic';
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

test('large values share a budget of bytes: the oldest of all makes room, or becomes light', () => {
  const budget = createByteBudget({ most: 100_000 });
  const options = { most: 100, keepMs: 1000, now: () => 0, budget };
  const large = (name: string) => ({ name, text: 'x'.repeat(20_000) });
  const [whole, light] = [
    createMemory<{ name: string }>(new Map(), options),
    createMemory<{ name: string }>(new Map(), { ...options, lighten: ({ name }) => ({ name }) }),
  ];
  light.set('a', large('a'));
  whole.set('b', large('b'));
  whole.set('tiny', { name: 'tiny' });
  light.set('c', large('c'));
  expect([light.get('a'), whole.has('b')]).toEqual([{ name: 'a' }, true]);
  whole.set('d', large('d'));
  expect([whole.has('b'), whole.has('tiny'), light.get('c')]).toEqual([false, true, large('c')]);
  // Set again it is counted once.
  for (let times = 0; times < 10; times += 1) whole.set('d', large('d'));
  expect(light.get('c')).toEqual(large('c'));
});

test('an id of any length is known again, and costs no more than others', () => {
  const kept = new Map<string, number>();
  const entries = createMemory(kept, { most: 3, keepMs: 1000, now: () => 0 });
  entries.set('x'.repeat(100_000), 1);
  expect([entries.has('x'.repeat(100_000)), entries.get('x'.repeat(100_001))]).toEqual([true, undefined]);
  expect([...kept.keys()].join('').length).toBeLessThan(100);
});

test('weight grows with what is held, and is not told beyond what is enough', () => {
  expect(weightOf('x'.repeat(1000))).toBeGreaterThan(1999);
  expect(weightOf([[1], { a: 'b' }])).toBeLessThan(500);
  expect(weightOf(Array.from({ length: 100_000 }, () => ({})))).toBeGreaterThan(5_000_000);
  expect(
    weightOf(
      Array.from({ length: 100_000 }, () => ({})),
      1000,
    ),
  ).toBeLessThan(2000);
});
