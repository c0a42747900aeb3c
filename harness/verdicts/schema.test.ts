import { expect, test } from 'vitest';
import { judgeExchange, type Judged } from './schema.ts';

const answered: Judged = {
  call: 'lock',
  answer: { kind: 'answered', status: 200, body: {}, valid: true, exchange: 3, durationMs: 5 },
  options: {},
  contentType: 'application/json',
  hungUp: false,
  timedOut: false,
};
const idsOf = (judged: Judged, status: string) =>
  judgeExchange(judged, () => [])
    .filter(({ outcome }) => outcome.status === status)
    .map(({ requirement }) => requirement);

test('a byte order mark is only warned about, on the call it was answered to', () => {
  expect(idsOf({ ...answered, startsWithMark: true }, 'warned')).toEqual(['lock/answers']);
  expect(idsOf({ ...answered, startsWithMark: true }, 'failed')).toEqual([]);
  expect(idsOf(answered, 'warned')).toEqual([]);
});

test('a refusal is charged to its call, to the row it is about, or to nobody where it is allowed', () => {
  const refused: Judged = {
    ...answered,
    answer: { kind: 'refused', status: 409, text: 'no', exchange: 3, durationMs: 5 },
  };
  expect(idsOf(refused, 'failed')).toEqual(['lock/answers']);
  expect(idsOf({ ...refused, options: { chargeTo: 'lock/orderable' } }, 'failed')).toEqual(['lock/orderable']);
  expect(idsOf({ ...refused, options: { expect: 'any' } }, 'failed')).toEqual([]);
});
