import { expect, test } from 'vitest';
import { byChance, createByChance } from './by-chance.ts';

const id = 'bill/unpaid-lines';
const finding = (cause: string) => ({ message: '', expected: '', actual: '', exchanges: [], cause });
const [one, other] = [finding('one'), finding('other')];

test('what happens once is a warning, and what happens again a failure', () => {
  const judge = createByChance(id);
  expect([one, other, one].map((each) => judge(each).outcome)).toMatchObject([
    { status: 'warned', cause: 'one' },
    { status: 'failed', cause: 'other' },
    { status: 'failed', cause: 'one' },
  ]);
});

test('of all there was the first is told', () => {
  expect(byChance(id, [])).toEqual([]);
  expect(byChance(id, [{ finding: one }])).toMatchObject([{ outcome: { status: 'warned', cause: 'one' } }]);
  expect(byChance(id, [{ finding: one }, { finding: other }])).toMatchObject([
    { outcome: { status: 'failed', cause: 'one' } },
  ]);
});
