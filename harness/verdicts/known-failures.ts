import type { RequirementResult, RunStarted, Violation } from '#schemas';
import { wholeAgain } from './replay-command.ts';

/** What makes two complaints about an entry the same one, and tells them from the target's violations. */
export const staleCause = 'stale-expected-failure';

/** Whether an entry of the configuration fails the run on account of this row. */
export const isStale = ({ violations }: RequirementResult): boolean =>
  violations.some(({ cause }) => cause === staleCause);

/** A failure the user knows of is no news; one that is gone, or has gone on for too long, is. */
export const withKnownFailure = (row: RequirementResult, start: RunStarted): RequirementResult => {
  const known = start.settling.expectedFailures.find(({ id }) => id === row.id);
  if (known === undefined || row.status === 'not-applicable' || row.status === 'filtered') return row;
  const { reason, expires } = known;
  const stale = (message: string, expected: string, actual: string): RequirementResult => ({
    ...row,
    // What is out of date is the entry; a should does not fail.
    status: row.level === 'must' ? 'failed' : 'warning',
    reason,
    violations: [...row.violations, { ...entry, message, expected, actual, cause: staleCause }],
  });
  const entry: Omit<Violation, 'message' | 'expected' | 'actual'> = {
    scenario: row.scenarios[0] ?? 'expectedFailures',
    exchanges: [],
    replay: wholeAgain(start.command),
    count: 1,
  };
  if (expires !== undefined && expires < start.at.slice(0, 10))
    return stale(
      `The expected failure of ${row.id} (${reason}) ran out on ${expires}: fix the target, or give the entry in expectedFailures a new date.`,
      `an entry that holds on ${start.at.slice(0, 10)}`,
      `it expired on ${expires}`,
    );
  if (row.status === 'passed')
    return stale(
      `${row.id} is listed in expectedFailures (${reason}), but it holds now: take the entry out.`,
      'a failure',
      'it passed',
    );
  if (row.status === 'not-exercised') return row;
  return { ...row, status: 'expected-failure', reason };
};
