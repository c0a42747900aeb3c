import { expect, test } from 'vitest';
import { createByChance } from './warn-then-fail.ts';

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
