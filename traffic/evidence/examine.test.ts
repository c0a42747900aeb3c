import { expect, test } from 'vitest';
import { createByteBudget } from '../retention/byte-budget.ts';
import { examine } from './examine.ts';
import type { Row, Says } from './row.ts';

const sight = (n: number, of?: string): Says => ({
  unlike: n,
  exchanges: [n],
  expected: 'a',
  actual: 'b',
  ...(of !== undefined && { of }),
});
const said = (more: Partial<Row<Says, undefined>>, ...steps: readonly Says[]) => {
  const row: Row<Says, undefined> = {
    requirement: 'order/confirmed',
    cause: 'c',
    message: 'm',
    look: () => (step) => step,
    ...more,
  };
  const { see, end } = examine([row], undefined, createByteBudget());
  return [...steps.flatMap(see), ...end(0)].map(({ outcome }) =>
    'exchanges' in outcome ? `${outcome.status} ${outcome.exchanges?.join(' ')}` : outcome.status,
  );
};

test('only sights of the same thing count together', () => {
  expect(said({ sights: 2 }, sight(1, 'a'), sight(2, 'b'), sight(3, 'a'))).toEqual(['failed 1 3']);
});

test('too few sights are a warning at the end where the row says why, and not once there were enough', () => {
  expect(said({ sights: 2 }, sight(1))).toEqual([]);
  expect(said({ sights: 2, fewAtEnd: 'chance' }, sight(1))).toEqual(['warned 1']);
  expect(said({ sights: 2, fewAtEnd: 'chance' }, sight(1), sight(2), sight(3))).toEqual(['failed 1 2']);
});

test('a step may show that it is right, and a sight that it is only a warning', () => {
  expect(said({}, 'passed', { unlike: 1, exchanges: [1], expected: 'a', actual: 'b', leeway: 'may be' })).toEqual([
    'passed',
    'warned 1',
  ]);
});

test('a step may take back sights, of one thing alone, and those that wait too', () => {
  const voids = (of?: string): Says => ({ voids: () => true, ...(of !== undefined && { of }) });
  expect(said({ sights: 2 }, sight(1, 'a'), sight(2, 'b'), voids('a'), sight(3, 'a'), sight(4, 'b'))).toEqual([
    'failed 2 4',
  ]);
  expect(said({ sights: 2 }, sight(1), voids(), sight(2))).toEqual([]);
  const waits = { dueMs: 10, dueAtEndMs: 0 };
  expect(said(waits, sight(1, 'a'), sight(2, 'b'), voids('a'))).toEqual(['failed 2']);
});

test('many things are told apart, however many sights each has', () => {
  const all = Array.from({ length: 200 }, (_, index) => sight(index + 1, `${index % 100}`));
  expect(said({ sights: 2 }, ...all)).toHaveLength(100);
});
