import { expect, test } from 'vitest';
import { readOn } from './read-on.ts';

test('of a log only what is new is read, and of each log by itself', () => {
  const seen: (readonly number[])[] = [];
  const sum = readOn<number, number>((before = 0, news) => {
    seen.push(news);
    return news.reduce((all, one) => all + one, before);
  });
  const log = [1, 2];
  expect([sum(log), sum(log)]).toEqual([3, 3]);
  log.push(3);
  expect([sum(log), sum([5]), sum([])]).toEqual([6, 5, 0]);
  expect(seen).toEqual([[1, 2], [3], [5], []]);
});
