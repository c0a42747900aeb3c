import { Document, isMap, type YAMLSeq } from 'yaml';
import type { ExpectedFailure, RequirementResult, RunResult } from '#schemas';
import { isStale, staleCause } from './known-failures.ts';

/** What stands where a reason has to be filled in: a configuration with it is refused. */
const unreasoned = 'TODO: why this may fail for now, and who will mend it';
const lifetimeDays = 30;

/**
 * The `expectedFailures` that would let the present failures pass for thirty days, as YAML to be put into the
 * configuration. Nobody's reason is made up, and none is renewed: an entry that is still in force stays as it is, one
 * that ran out needs a new reason, one whose requirement holds again is left out.
 */
export const proposedFailures = (result: RunResult, known: readonly ExpectedFailure[]): string => {
  const expires = new Date(Date.parse(result.finishedAt) + lifetimeDays * 86_400_000).toISOString().slice(0, 10);
  const rows = new Map<string, RequirementResult>(result.requirements.map((row) => [row.id, row]));
  const kept = known.filter(({ id }) => {
    const row = rows.get(id);
    return row === undefined || (row.status !== 'failed' && !isStale(row));
  });
  const failed = result.requirements.filter(
    (row) => row.status === 'failed' && row.violations.some(({ cause }) => cause !== staleCause),
  );
  const entries = [...kept, ...failed.map(({ id }) => ({ id, reason: unreasoned, expires }))];
  const document = new Document({ expectedFailures: entries });
  document.commentBefore = [
    ` What failed on ${result.finishedAt.slice(0, 10)}: put this in the place of expectedFailures in the configuration.`,
    ' Fill in the reasons. An entry whose requirement holds again, or whose day has passed, fails the run.',
  ].join('\n');
  const list = document.get('expectedFailures') as YAMLSeq;
  for (const [index, row] of failed.entries()) {
    const item = list.items[kept.length + index];
    if (isMap(item)) item.commentBefore = whatFails(row);
  }
  return document.toString({ lineWidth: 0 });
};

/** An entry excuses everything about its requirement, so whoever signs it off should see what that is. */
const whatFails = ({ violations }: RequirementResult): string =>
  violations
    .filter(({ cause }) => cause !== staleCause)
    .map(({ message, count = 1 }) => ` ${oneLine(message)}${count > 1 ? ` (${count} times)` : ''}`)
    .join('\n');

/** Text of a target's must not end the comment it stands in. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
