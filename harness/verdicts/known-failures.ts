import type { ExpectedFailure, RequirementResult, RunStarted, Violation } from '#schemas';
import { wholeAgain } from './replay-command.ts';

/** What makes two complaints about an entry the same one, and tells them from the target's violations. */
export const staleCause = 'stale-expected-failure';

/** Whether an entry of the configuration fails the run on account of this row. */
export const isStale = ({ violations }: RequirementResult): boolean =>
  violations.some(({ cause }) => cause === staleCause);

/** Whether an entry is about a violation: of its cause, or of any where it names none. */
export const covers = ({ cause }: Pick<ExpectedFailure, 'cause'>, violation: Violation): boolean =>
  violation.cause !== staleCause && (cause === undefined || cause === violation.cause);

/** Whether the last day of an entry had passed when the run began. */
export const isExpired = ({ expires }: Pick<ExpectedFailure, 'expires'>, at: string): boolean =>
  expires !== undefined && expires < at.slice(0, 10);

/**
 * A failure the user knows of is no news; one that is gone, or has gone on for too long, is. `seen` are all causes that were seen, also
 * those that only warn beside a failure.
 */
export const withKnownFailures = (
  row: RequirementResult,
  start: RunStarted,
  seen: ReadonlySet<string>,
): RequirementResult => {
  const known = start.settling.expectedFailures.filter(({ id }) => id === row.id);
  if (known.length === 0 || row.status === 'not-applicable' || row.status === 'filtered') return row;
  const isOver = (entry: ExpectedFailure): boolean => isExpired(entry, start.at);
  const isGone = ({ cause }: ExpectedFailure): boolean =>
    cause === undefined ? row.status === 'passed' : row.status !== 'not-exercised' && !seen.has(cause);
  const stale = known.filter((entry) => isOver(entry) || isGone(entry));
  const inForce = known.filter((entry) => !isOver(entry));
  const violations = row.violations.map((violation): Violation => {
    const entry = inForce.find((one) => covers(one, violation));
    return entry === undefined ? violation : { ...violation, known: entry.reason };
  });
  if (stale.length > 0)
    return {
      ...row,
      // What is out of date is the entry; a should does not fail.
      status: row.level === 'must' ? 'failed' : 'warning',
      reason: reasons(stale),
      violations: [...violations, ...stale.map((entry) => complaint(entry, row, start, isOver(entry)))],
    };
  if (row.status === 'passed' || row.status === 'not-exercised') return row;
  if (violations.some((violation) => violation.known === undefined)) return { ...row, violations };
  return { ...row, status: 'expected-failure', reason: reasons(inForce), violations };
};

const reasons = (entries: readonly ExpectedFailure[]): string =>
  [...new Set(entries.map(({ reason }) => reason))].join('; ');

const complaint = (
  { cause, reason, expires }: ExpectedFailure,
  row: RequirementResult,
  start: RunStarted,
  isOver: boolean,
): Violation => {
  const what = cause === undefined ? row.id : `${row.id}, cause ${cause},`;
  const words = isOver
    ? {
        message: `The expected failure of ${what} (${reason}) ran out on ${expires}: fix the target, or give the entry in expectedFailures a new date.`,
        expected: `an entry that holds on ${start.at.slice(0, 10)}`,
        actual: `it expired on ${expires}`,
      }
    : {
        message: `${what} is listed in expectedFailures (${reason}), but it holds now: take the entry out.`,
        expected: 'a failure',
        actual: row.status === 'passed' ? 'it passed' : 'it failed for other causes only',
      };
  return {
    scenario: row.scenarios[0] ?? 'expectedFailures',
    ...words,
    exchanges: [],
    replay: wholeAgain(start.command),
    count: 1,
    cause: staleCause,
  };
};
