import { expect, test } from 'vitest';
import { clockToCheck } from './server-clock.ts';

const answered = (date?: string) => ({
  at: Date.parse('2026-03-01T12:00:00.100Z'),
  answeredAt: Date.parse('2026-03-01T12:00:00.900Z'),
  response: { status: 200, headers: date === undefined ? {} : { date } },
});

test.for([
  [undefined, 'check the time zone'],
  ['not a date', 'check the time zone'],
  ['Sun, 01 Mar 2026 11:59:59 GMT', 'check the time zone'],
  ['Sun, 01 Mar 2026 11:58:30 GMT', 'set the clock of the server, which is 91 s behind by its Date header'],
  ['Sun, 01 Mar 2026 12:01:31 GMT', 'set the clock of the server, which is 90 s ahead by its Date header'],
])('a Date header of %s says: %s', ([date, words]) => {
  expect(clockToCheck(answered(date))).toBe(words);
});
