import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('the last are remembered, each once, and at most so many', () => {
  const recent = createRecent<number>(4);
  for (const [index, key] of ['a', 'b', 'c', 'b'].entries()) recent.set(key, index);
  expect([...recent.values()].toSorted()).toEqual([0, 2, 3]);
  expect(recent.get('b')).toBe(3);
  recent.set('d', 4);
  expect(recent.get('a')).toBeUndefined();
  expect([...recent.values()].toSorted()).toEqual([2, 3, 4]);
  const long = 'x'.repeat(300);
  recent.set(long, 5);
  expect(recent.get(long)).toBe(5);
});
