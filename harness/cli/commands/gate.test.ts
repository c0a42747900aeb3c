import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { merchantScenarios } from '#scenarios';
import type { JournalEvent, RunStarted } from '#schemas';
import { all, check, ended, failed, id, passed } from '#lab/doubles/reports/sample-journal';
import { cliContextIn, type Differing, journalOf, runFolder, shardOf } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';
import { UsageError } from '../../config/usage-error.ts';
import type { Answered } from '../terminal/printer.ts';
import { certify } from './certify.ts';
import { rebuildReports } from './report.ts';

const first = merchantScenarios[0]?.id ?? '';

/** One of three shards of a run in which everything passes, apart from what differs. */
const shard = (index: number, differing?: Differing): readonly JournalEvent[] => shardOf(index, 3, differing);

const begun = (start: Partial<RunStarted>): Differing => ({ start });

const given = (shards: Readonly<Record<string, readonly JournalEvent[]>>) => {
  const cwd = testFolder();
  for (const [name, events] of Object.entries(shards)) runFolder(cwd, name, events);
  const { context, text } = cliContextIn(cwd);
  const codeOf = async (work: () => Promise<Answered>): Promise<{ code: number; said: string }> => {
    const before = text().length;
    try {
      return { code: (await work()).code, said: text().slice(before) };
    } catch (error) {
      if (error instanceof UsageError) return { code: 2, said: error.message };
      throw error;
    }
  };
  // One report shows where reports are written, and all of them take seconds.
  const nothing = { formats: ['html'], open: false, compare: false, writeExpected: undefined, force: false };
  return {
    cwd,
    report: (folders: readonly string[], out?: string) =>
      codeOf(async () => await rebuildReports({ ...nothing, folders, out }, context)),
    certify: async (folders: readonly string[]) => {
      const args = { newKey: undefined, out: undefined, valid: undefined };
      if (!existsSync(join(cwd, 'my.key')))
        await certify({ ...args, newKey: 'my.key', key: undefined, folders: undefined }, context);
      return await codeOf(async () => await certify({ ...args, key: 'my.key', folders }, context));
    },
  };
};

const rest = all.filter((row) => row !== id).map((row) => check(passed, row, first));
const another = { version: '0.9.0', digest: 'x' };

// What is given; what report and certify answer; what they say.
test.each<[string, readonly (readonly JournalEvent[])[], number, number, string]>([
  ['all shards', [shard(1), shard(2), shard(3)], 0, 0, ''],
  ['one shard alone', [shard(1)], 4, 4, 'no journal of shard 2/3, 3/3'],
  ['a shard missing', [shard(1), shard(3)], 4, 4, 'no journal of shard 2/3'],
  ['a shard doubled', [shard(1), shard(2), shard(2), shard(3)], 2, 4, 'shard 2/3 is given more than once'],
  ['a shard doubled, one missing', [shard(1), shard(2), shard(2)], 2, 4, 'shard 2/3 is given more than once'],
  ['a shard of another seed', [shard(1), shard(2, begun({ seed: 8 })), shard(3)], 2, 4, 'differ in seed'],
  [
    'a shard of another version',
    [shard(1), shard(2, begun({ tool: { name: 'conformance', version: '9' } })), shard(3)],
    2,
    4,
    'differ in version',
  ],
  [
    'a shard of another register',
    [shard(1), shard(2, begun({ register: another })), shard(3)],
    2,
    4,
    'differ in register',
  ],
  [
    'all shards of another register',
    [1, 2, 3].map((index) => shard(index, begun({ register: another }))),
    4,
    4,
    'another register (0.9.0;',
  ],
  [
    'a shard of another configuration',
    [shard(1), shard(2, begun({ configuration: 'b' })), shard(3)],
    2,
    4,
    'differ in configuration',
  ],
  [
    'a shard of another severity',
    [shard(1), shard(2, { settling: { severity: { [id]: 'should' } } }), shard(3)],
    2,
    4,
    'differ in severity',
  ],
  [
    'a shard with other known failures',
    [shard(1), shard(2, { settling: { expectedFailures: [{ id, reason: 'r' }] } }), shard(3)],
    2,
    4,
    'differ in known failures',
  ],
  [
    'a shard of another target',
    [shard(1), shard(2, begun({ target: { name: 'Other' } })), shard(3)],
    2,
    4,
    'differ in target',
  ],
  ['a shard of another effort', [shard(1), shard(2, begun({ effort: 'quick' })), shard(3)], 2, 4, 'differ in effort'],
  [
    'a shard that is stale',
    [shard(1), shard(2, begun({ at: '2026-11-19T10:00:00.000Z' })), shard(3)],
    2,
    4,
    'more than a day apart',
  ],
  [
    'a shard of another number of shards',
    [shard(1), shard(2, { shard: { index: 2, of: 4 } }), shard(3)],
    2,
    4,
    'differ in number of shards',
  ],
  ['a shard beside a whole run', [shard(1), journalOf()], 2, 4, 'all of them are its shards'],
  ['two whole runs', [journalOf(), journalOf()], 2, 4, 'all of them are its shards'],
  ['two runs in one journal', [[...journalOf(), ...journalOf()]], 2, 4, 'all of them are its shards'],
  ['a shard that was killed', [shard(1), shard(2, { end: [] }), shard(3)], 4, 4, 'the journal ends before the run did'],
  [
    'a shard that was interrupted',
    [shard(1), shard(2, { end: [ended('interrupted')] }), shard(3)],
    130,
    4,
    'interrupted',
  ],
  [
    'a shard that failed, one missing',
    [shard(1, { checks: [...rest, check(failed)] }), shard(2)],
    1,
    1,
    'no journal of shard 3/3',
  ],
])('%s', async (_, shards, reported, certified, sentence) => {
  const names = shards.map((_one, index) => `shard-${index}`);
  const gate = given(Object.fromEntries(shards.map((events, index) => [`shard-${index}`, events])));
  const report = await gate.report(names, 'all');
  expect(report.code).toBe(reported);
  const certificate = await gate.certify(names);
  expect(certificate.code).toBe(certified);
  for (const { said } of [report, certificate]) expect(said.replaceAll(/\s+/g, ' ')).toContain(sentence);
});

test('the merged folder is a run: reported again, certified, and cleared by the next', async () => {
  const gate = given({ a: shard(1), b: shard(2), c: shard(3) });
  expect(await gate.report(['a', 'b', 'c'], 'all')).toMatchObject({ code: 0 });
  const before = readFileSync(join(gate.cwd, 'all', 'results.json'), 'utf8');
  expect(await gate.report(['all'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(gate.cwd, 'all', 'results.json'), 'utf8')).toBe(before);
  expect(await gate.certify(['all'])).toMatchObject({ code: 0 });
  expect(await gate.certify(['all', 'a'])).toMatchObject({ code: 4 });
  expect(await gate.report(['a', 'b'], 'all')).toMatchObject({ code: 4 });
  expect(existsSync(join(gate.cwd, 'all', 'certificate.json'))).toBe(false);
});

test('nothing is written over a shard, and without a folder given not into one', async () => {
  const gate = given({ a: shard(1), b: shard(2), c: shard(3) });
  expect(await gate.report(['a', 'b', 'c'], 'a')).toMatchObject({ code: 2, said: expect.stringContaining('--out') });
  expect(await gate.report(['a', 'b', 'c'])).toMatchObject({ code: 0 });
  expect(existsSync(join(gate.cwd, 'conformance-results', 'report.html'))).toBe(true);
  expect(existsSync(join(gate.cwd, 'a', 'report.html'))).toBe(false);
});
