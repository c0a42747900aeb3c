import { expect, test } from 'vitest';
import { createByteBudget } from '../retention/byte-budget.ts';
import { examine } from './examine.ts';
import type { Row } from './row.ts';

const row: Row<number, { isSure: boolean }> = {
  requirement: 'table/right-table',
  cause: 'a cause',
  message: 'A message.',
  look: () => (n) => ({ unlike: n % 10, at: n, exchanges: [n], expected: 'one', actual: 'another' }),
};
const told = (more: Partial<typeof row>, steps: readonly number[], ledger = { isSure: true }) => {
  const { see, at, end } = examine([{ ...row, ...more }], ledger, createByteBudget());
  const before = [...steps.flatMap((n) => see(n)), ...at(1_000)];
  ledger.isSure = true;
  return [...before, ...end(1_000)].map(({ outcome }) => outcome.status);
};

test('fewer sights than enough are a warning at the end where the row says so', () => {
  expect(told({ sights: 2, fewAtEnd: 'it may be chance' }, [1, 11])).toEqual(['warned']);
  expect(told({ sights: 2, fewAtEnd: 'it may be chance' }, [1, 2])).toEqual(['failed']);
  expect(told({ sights: 2, fewAtEnd: 'it may be chance' }, [1, 2, 3])).toEqual(['failed']);
  expect(told({ sights: 2 }, [1, 11])).toEqual([]);
});

test('what the ledger makes certain only after a sight was due is told at the end', () => {
  const isEnough = (_: unknown, { isSure }: { readonly isSure: boolean }) => isSure;
  expect(told({ dueMs: 10, isEnough }, [1], { isSure: false })).toEqual(['failed']);
  expect(told({ dueMs: 10, isEnough: () => false }, [1])).toEqual([]);
});
