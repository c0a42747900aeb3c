import { expect, test } from 'vitest';
import { failedIn, pieces } from './pieces.fixture.ts';

const stale = (id: string) => [
  pieces('retrieval', id, 2),
  pieces('recalculation', id, 1),
  pieces('retrieval', id, 1, 200),
];

test('a retrieval with the lines of the last change and the value of before is told of, the second time', () => {
  expect(failedIn(...stale('a'), ...stale('b'), ...stale('c'))).toEqual(['failed 5 6 8 9']);
  expect(failedIn(...stale('a'), ...stale('b'))).toEqual([]);
});

test('a value that other recalculations have shown, or no other lines of the basket had, may be right', () => {
  const other = pieces('recalculation', 'x', 1, 200);
  expect(failedIn(...stale('a'), other, ...stale('b'), ...stale('c'))).toEqual([]);
  const fee = (id: string) => [...stale(id).slice(0, 2), pieces('retrieval', id, 1, 150)];
  expect(failedIn(...fee('a'), ...fee('b'), ...fee('c'))).toEqual([]);
  const scanned = (id: string) => [pieces('retrieval', id, 2), pieces('retrieval', id, 1, 200)];
  expect(failedIn(...scanned('a'), ...scanned('b'), ...scanned('c'))).toEqual([]);
});

test('recalculations of less than nothing do not tell what the lines are worth', () => {
  const negative = (id: string) => [
    pieces('retrieval', id, 2),
    pieces('recalculation', id, 1, -1),
    pieces('retrieval', id, 1, 200),
  ];
  expect(failedIn(...negative('a'), ...negative('b'), ...negative('c'))).toEqual([]);
});
