import { expect, test } from 'vitest';
import { createByteBudget } from '../../retention/byte-budget.ts';
import { createWaitingBills } from './waiting-bills.ts';

const waiting = () => createWaitingBills(createByteBudget({ most: 1_000_000, small: 1_000 }), () => 'T1');

test('bills wait until they are settled, each once', () => {
  const { prepared, settled, isAnother } = waiting();
  for (const posBillId of ['a', 'b', 'b']) prepared('T1', posBillId);
  expect([isAnother('T1', 'a'), isAnother('T2', 'a')]).toEqual([true, false]);
  expect(settled('a')).toEqual({ tableId: 'T1', isLast: false });
  expect(isAnother('T1', 'b')).toBe(false);
  expect(settled('b')).toEqual({ tableId: 'T1', isLast: true });
  expect([settled('a'), settled('c'), settled(undefined)]).toEqual([undefined, undefined, undefined]);
});

test('those of a table that is forgotten wait no longer', () => {
  const { prepared, settled, forget } = waiting();
  prepared('T1', 'a');
  forget('T1');
  expect(settled('a')).toBeUndefined();
});
