import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalEvent, RunResult } from '#schemas';
import { check, failed, id } from '#lab/doubles/reports/sample-journal';
import { cliContextIn, journalOf, runFolder } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';
import { settle } from '../../verdicts/settle.ts';
import { rebuildReports } from './report.ts';

const exchange = {
  n: 1,
  scenario: 'merchant/one',
  at: '2026-11-21T10:00:00.000Z',
  durationMs: 1,
  sender: 'harness',
  operation: 'order',
  request: { method: 'POST', url: 'http://shop/', headers: {} },
} as const;

/** A folder inside another, which nothing but the folder itself may be written to. */
const inAPlace = (events: readonly JournalEvent[]) => {
  const place = testFolder();
  const cwd = join(place, 'cwd');
  mkdirSync(cwd);
  runFolder(cwd, 'results', events);
  const { context } = cliContextIn(cwd);
  const args = { open: false, compare: false, writeExpected: undefined, force: false, out: undefined };
  return {
    cwd,
    report: async () => await rebuildReports({ ...args, folders: ['results'] }, context),
    written: () =>
      readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.startsWith('cwd/results'))
        .toSorted(),
  };
};

const elsewhere = '../../../victim';
const replay = { scenario: elsewhere, property: `${elsewhere}/${'x'.repeat(300)}`, plan: null, seed: 1 };

test.each<[string, unknown]>([
  ['a path', elsewhere],
  ['negative', -1],
  ['no whole number', 1.5],
])('a journal with an exchange number that is %s is refused', async (_, n) => {
  const { report, written } = inAPlace([
    ...journalOf(),
    { event: 'exchange', exchange: { ...exchange, n } } as unknown as JournalEvent,
  ]);
  await expect(report()).rejects.toThrow(/line \d+ is no journal event: exchange\.n/);
  expect(written()).toEqual(['cwd']);
});

test('whatever names a journal gives, what is written lies in the folder', async () => {
  const named = { event: 'scenario-started', scenario: elsewhere, at: exchange.at } as const;
  const { report, written } = inAPlace([
    ...journalOf({ checks: [check({ ...failed, exchanges: [1], replay }, id, elsewhere)] }),
    named,
    { event: 'exchange', exchange: { ...exchange, scenario: elsewhere } },
  ]);
  expect(await report()).toMatchObject({ code: 1 });
  expect(written()).toEqual(['cwd']);
});

test.each([
  'report.html',
  'results.json',
  'allure-results',
  'allure-report',
  'allure-history.jsonl',
  'certificate.json',
])('nothing is written through %s when it is a link', async (name) => {
  const { cwd, report } = inAPlace(journalOf());
  const victim = testFolder();
  writeFileSync(join(victim, 'file'), 'untouched');
  mkdirSync(join(cwd, 'linked'));
  writeFileSync(join(cwd, 'linked', 'journal.ndjson'), readFileSync(join(cwd, 'results', 'journal.ndjson')));
  symlinkSync(name.includes('.') ? join(victim, 'file') : victim, join(cwd, 'linked', name));
  const { context } = cliContextIn(cwd);
  const args = { open: false, compare: false, writeExpected: undefined, force: false, out: undefined };
  await expect(rebuildReports({ ...args, folders: ['linked'] }, context)).rejects.toThrow('is a link');
  expect(readFileSync(join(victim, 'file'), 'utf8')).toBe('untouched');
  expect(readdirSync(victim)).toEqual(['file']);
  expect(report).toBeTypeOf('function');
});

test.each(['../victim', '/tmp/victim', 'a/b', '..', ''])('a till named "%s" is none', async (name) => {
  const place = testFolder();
  const cwd = join(place, 'cwd');
  mkdirSync(join(cwd, 'results'), { recursive: true });
  runFolder(place, 'victim', journalOf());
  const result: RunResult = settle(journalOf());
  const tills = [{ name, folder: name, verdict: result.verdict, exitCode: 0 }];
  writeFileSync(join(cwd, 'results', 'results.json'), JSON.stringify({ ...result, tills }));
  const before = readdirSync(join(place, 'victim'));
  const { context } = cliContextIn(cwd);
  const args = { open: false, compare: false, writeExpected: undefined, force: false, out: undefined };
  await expect(rebuildReports({ ...args, folders: ['results'] }, context)).rejects.toThrow('has no journal.ndjson');
  expect(readdirSync(join(place, 'victim'))).toEqual(before);
});
