import { expect, test } from 'vitest';
import { readTable, type Shown } from '../../arrange/till/read-results.ts';
import { renamedLine } from './unbilled-line.ts';

const shown = (ids: readonly string[], payments: readonly string[] = []): Shown => {
  const lines = ids.map((lineId) => ({ lineId }));
  const { snapshot } = readTable({ tableOrderSnapshot: { status: 'OPEN', lines, payments, totals: {} } });
  if (snapshot === undefined) throw new Error('no snapshot');
  return { snapshot, exchange: 1 };
};

test('a line has another identifier where it is gone and there are as many as before', () => {
  expect(renamedLine(shown(['1']), shown(['2', '3']))).toMatchObject({ cause: 'a line with another identifier' });
  expect(renamedLine(shown(['1', '2']), shown(['3']))).toBeUndefined();
  expect(renamedLine(shown(['1']), shown(['1', '2']))).toBeUndefined();
});

test('but not where it was paid, and has left with its payment when the next guests sat down', () => {
  expect(renamedLine(shown(['1'], ['paid']), shown(['2', '3']))).toBeUndefined();
});
