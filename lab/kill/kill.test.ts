import { type JournalEvent, type RunResult } from '#schemas';
import { expect, test } from 'vitest';
import {
  check,
  ended,
  failed,
  finished,
  id,
  otherRows,
  passed,
  settled,
  started,
} from '../doubles/reports/sample-journal.ts';
import { killedRun } from './killed-run.ts';
import { untruths } from './journal-audit.ts';

// One moment of those of `kill.whole.test.ts`.
test('a run that is killed leaves a journal from which a true report is built', async () => {
  const run = await killedRun({ suite: 'merchant', variant: 'granite', afterLines: 40 });
  expect(run).toMatchObject({ untruths: [], wasKilled: true, hadEnded: false, verdict: 'incomplete' });
  expect(run.lines).toBeGreaterThan(40);
});

const journal = (...events: readonly JournalEvent[]): string =>
  [started(), ...otherRows, ...events].map((event) => `${JSON.stringify(event)}\n`).join('');
const whole = journal(check(passed), finished, ended());
const result = settled([check(passed)]);
const incomplete: RunResult = { ...result, verdict: 'incomplete', exitCode: 4 };

test.each<[string, string, RunResult, number, string]>([
  ['another exit code', whole, result, 1, 'ended with 1'],
  ['a verdict on a run that never ended', journal(check(passed), finished), result, 0, 'is called conformant'],
  ['a pass nobody told of', journal(finished, ended()), result, 0, `${id} is called passed`],
  [
    'a pass beside a failure',
    journal(check(passed), check(failed), finished, ended()),
    result,
    0,
    `${id} is called passed`,
  ],
  ['a scenario that never ended', journal(check(passed)), incomplete, 4, 'merchant/one is called done'],
  [
    'fewer exchanges than there were',
    whole,
    { ...result, counts: { ...result.counts, exchanges: 1 } },
    0,
    '0 exchanges are called 1',
  ],
  ['a lost requirement', whole, { ...result, requirements: result.requirements.slice(1) }, 0, 'is there 0 times'],
])('%s is an untruth', (_, text, told, code, sentence) => {
  expect(untruths(whole, result, 0)).toEqual([]);
  expect(untruths(text, told, code).join('; ')).toContain(sentence);
});
