import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JournalEvent, type RunResult } from '#schemas';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../soak/soak-schedule.ts';
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
import { killedRun, momentsOf } from './killed-run.ts';
import { untruths } from './journal-audit.ts';
import { killRounds } from './killed-platform.ts';

// The first lines of a till's journal come within seconds; `npm run proof:kill` goes through all of it.
const moments = momentsOf(6, 2, { merchant: 1850, pos: 120 });

test('a run killed at any moment leaves a journal from which a true report is built', {
  timeout: 240_000,
}, async () => {
  const queue = [...moments];
  const worker = async (): Promise<void> => {
    for (let moment = queue.shift(); moment !== undefined; moment = queue.shift()) {
      const run = await killedRun(moment);
      expect(run).toMatchObject({ untruths: [], wasKilled: true });
      expect(run.verdict).toBe(run.hadEnded ? 'conformant' : 'incomplete');
      expect(run.lines).toBeGreaterThan(run.hadEnded ? 0 : run.afterLines);
    }
  };
  await Promise.all([worker(), worker()]);
});

test('a platform killed under load keeps all that it acknowledged, and nothing that was deleted comes back', {
  timeout: 240_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'killed-platform-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { sent, ...kept } = await killRounds(directory, 3, randomFrom(1));
  expect(kept).toMatchObject({ lost: [], resurrected: [], forgotten: [] });
  expect(sent).toBeGreaterThan(0);
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
