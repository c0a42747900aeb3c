import { expect, test } from 'vitest';
import { createBacklog } from './backlog.ts';

test('entries keep the order of adding, whatever was deleted, also after many', () => {
  const backlog = createBacklog<number, string>();
  for (let key = 0; key < 5000; key += 1) backlog.add(key, `v${key}`);
  for (let key = 0; key < 4990; key += 1) {
    expect(backlog.first()).toBe(`v${key}`);
    backlog.delete(key);
  }
  backlog.delete(4995);
  expect([...backlog.entries()].map(([key]) => key)).toEqual([4990, 4991, 4992, 4993, 4994, 4996, 4997, 4998, 4999]);
  expect([backlog.size(), backlog.get(4995), backlog.get(4996)]).toEqual([9, undefined, 'v4996']);
});

test('deleting and adding during a walk does not disturb it', () => {
  const backlog = createBacklog<number, number>();
  for (let key = 0; key < 3000; key += 1) backlog.add(key, key);
  const walked: number[] = [];
  for (const [key] of backlog.entries()) {
    walked.push(key);
    backlog.delete(key);
    backlog.first();
  }
  expect(walked).toHaveLength(3000);
  expect([backlog.first(), backlog.size()]).toEqual([undefined, 0]);
});
