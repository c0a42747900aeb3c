import type { ExpectedFailure, JournalEvent } from '#schemas';
import { expect, test } from 'vitest';
import { check, failed, id, passed, settled, untried } from '#lab/doubles/reports/sample-journal';
import { parseConfig } from '../config/parse.ts';
import { proposedFailures } from './proposed-failures.ts';
import { checkedConfig } from '../config/read.ts';

interface Proposed {
  readonly expectedFailures: readonly ExpectedFailure[];
}

const proposed = (known: Proposed['expectedFailures'], ...events: readonly JournalEvent[]) => {
  const text = proposedFailures(settled(events, { settling: { expectedFailures: known } }), known);
  return { text, entries: (parseConfig(text, 'f') as Proposed).expectedFailures };
};
const todo = { id, cause: 'two-orders', reason: expect.stringMatching(/^TODO/), expires: '2026-12-21' };

test('each cause is proposed for thirty days, with what fails, and is refused until somebody says why', () => {
  const nasty = check({ ...failed, message: 'Two\r\norders\u2028: [', cause: 'another' });
  const { text, entries } = proposed([], check(failed), check(failed), nasty);
  expect(entries).toEqual([todo, { ...todo, cause: 'another' }]);
  expect(text).toContain('# Two orders. (2 times)\n');
  expect(text).toContain('# Two orders : [\n');
  expect(() => checkedConfig({ expectedFailures: entries }, 'f')).toThrow(
    'expectedFailures[0].reason: is still to be filled in',
  );
  expect(() => checkedConfig({ expectedFailures: [{ ...entries[0], reason: ' ' }] }, 'f')).toThrow('filled in');
  const reasoned = [{ ...entries[0], reason: 'ticket 124, todo list of the shop team' }];
  expect(checkedConfig({ expectedFailures: reasoned }, 'f')).toEqual({ expectedFailures: reasoned });
});

test('entries in force stay as they are, those of untried requirements too', () => {
  const known = [{ id, reason: 'ticket 123', expires: '2027-01-31' }];
  expect(proposed(known, check(failed)).entries).toEqual(known);
  expect(proposed(known, check(untried)).entries).toEqual(known);
  const other = check(failed, 'lock/orderable');
  expect(proposed(known, check(failed), other).entries).toEqual([...known, { ...todo, id: 'lock/orderable' }]);
});

test('an entry that ran out needs a new reason, and one that is stale goes', () => {
  const known = [{ id, reason: 'ticket 123', expires: '2026-11-01' }];
  expect(proposed(known, check(failed)).entries).toEqual([todo]);
  expect(proposed([{ id, reason: 'ticket 123' }], check(passed)).entries).toEqual([]);
  const gone = { id, cause: 'another', reason: 'ticket 124' };
  const still = { id, cause: 'two-orders', reason: 'ticket 125' };
  expect(proposed([gone, still], check(failed)).entries).toEqual([still]);
  expect(proposed([gone], check(failed)).entries).toEqual([todo]);
});

test('a warning is no failure', () => {
  expect(proposed([], check({ ...failed, status: 'warned' })).entries).toEqual([]);
});
