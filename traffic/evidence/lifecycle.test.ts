import { expect, test } from 'vitest';
import { createByteBudget } from '../retention/byte-budget.ts';
import { examine } from './examine.ts';
import { instead, type Row, type Says } from './row.ts';

const row: Row<Says, undefined> = {
  requirement: 'order/confirmed',
  message: 'm',
  dueMs: 0,
  look: () => (step) => step,
};
const open = (n: number, at: number, more: object = {}) => ({
  unlike: n,
  at,
  exchanges: [n],
  expected: 'a',
  actual: 'b',
  ...more,
});
const said = (now: number, ...steps: readonly Says[]) => {
  const { see, at, end } = examine([row], undefined, createByteBudget());
  const texts = (judgements: ReturnType<typeof at>) =>
    judgements.map(({ outcome }) => ('exchanges' in outcome ? outcome.exchanges?.join() : outcome.status));
  return [texts(steps.flatMap(see)), texts(at(now)), texts(end(now))];
};

test('a thing is what it came to last, once that is due', () => {
  expect(said(20, instead('x', open(1, 10)), instead('y', open(2, 10)))).toEqual([[], ['1', '2'], []]);
  expect(said(20, instead('x', open(1, 10)), instead('x', open(2, 15)))).toEqual([[], ['2'], []]);
  expect(said(20, instead('x', open(1, 10)), instead('x'))).toEqual([[], [], []]);
  expect(said(20, instead('x', open(1, 10)), instead('x', 'passed'))).toEqual([['passed'], [], []]);
});

test('at the end it may be due sooner, and what waited for a wrong that never came is right', () => {
  expect(said(20, instead('x', open(1, 30, { atEnd: 10 })), instead('y', open(2, 30)))).toEqual([[], [], ['1']]);
  expect(said(20, instead('x', open(1, 10, { passes: true })))).toEqual([[], ['passed'], []]);
});
