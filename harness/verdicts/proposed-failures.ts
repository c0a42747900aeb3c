import { Document, isMap, type YAMLSeq } from 'yaml';
import type { ExpectedFailure, RequirementResult, RunResult, Violation } from '#schemas';
import { covers, isExpired, staleCause } from './known-failures.ts';

/** What stands where a reason has to be filled in: a configuration with it is refused. */
const unreasoned = 'TODO: why this may fail for now, and who will fix it';
const lifetimeDays = 30;

/** Of these nobody knows whether an entry is still true. */
const untold: readonly RequirementResult['status'][] = ['not-exercised', 'not-applicable', 'filtered', 'not-scored'];

/**
 * The `expectedFailures` that would let the present failures pass for thirty days, one a cause, as YAML to be put into the
 * configuration. Nobody's reason is made up, and none is renewed: an entry that is still in force stays as it is, one
 * that ran out needs a new reason, one whose requirement holds again is left out.
 */
export const proposedFailures = (result: RunResult, known: readonly ExpectedFailure[]): string => {
  const expires = new Date(Date.parse(result.finishedAt) + lifetimeDays * 86_400_000).toISOString().slice(0, 10);
  const rows = new Map<string, RequirementResult>(result.requirements.map((row) => [row.id, row]));
  const kept = known.filter((entry) => {
    const row = rows.get(entry.id);
    if (row === undefined || untold.includes(row.status)) return true;
    return !isExpired(entry, result.startedAt) && row.violations.some((violation) => covers(entry, violation));
  });
  const failed = result.requirements
    .filter(({ status }) => status === 'failed')
    .flatMap(({ id, violations }) =>
      violations
        .filter((one) => one.cause !== staleCause && one.known === undefined)
        .map((violation) => ({ id, violation })),
    );
  const proposed = failed.map(({ id, violation: { cause } }) => ({
    id,
    ...(cause !== undefined && { cause }),
    reason: unreasoned,
    expires,
  }));
  const entries = [...kept, ...proposed];
  const document = new Document({ expectedFailures: entries });
  document.commentBefore = [
    ` What failed on ${result.finishedAt.slice(0, 10)}: put this in the place of expectedFailures in the configuration.`,
    ' Fill in the reasons. An entry fails the run when its requirement passes again or its day has passed.',
  ].join('\n');
  const list = document.get('expectedFailures') as YAMLSeq;
  for (const [index, { violation }] of failed.entries()) {
    const item = list.items[kept.length + index];
    if (isMap(item)) item.commentBefore = whatFails(violation);
  }
  return document.toString({ lineWidth: 0 });
};

/** Whoever signs an entry off should see what it excuses. */
const whatFails = ({ message, count = 1 }: Violation): string =>
  ` ${oneLine(message)}${count > 1 ? ` (${count} times)` : ''}`;

/** Text of a target's must not end the comment it stands in. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
