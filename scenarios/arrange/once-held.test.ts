import { expect, test } from 'vitest';
import { failed, passed } from '../outcome.ts';
import { onceHeld } from './once-held.ts';

test('what holds is tried once, also where it is asked for twice at the same time, and what fails every time', async () => {
  const tried: number[] = [];
  const attempt = onceHeld(async (plan: number) => {
    tried.push(plan);
    return await Promise.resolve(plan > 1 ? failed({ message: 'no', expected: 'yes', actual: 'no' }) : passed);
  }, String);
  await Promise.all([1, 1, 2].map(attempt));
  await attempt(1);
  await attempt(2);
  expect(tried).toEqual([1, 2, 2]);
});
