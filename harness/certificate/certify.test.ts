import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Certificate,
  type CertificateEnvelope,
  type CertificateStatement,
  type JournalEvent,
  validate,
} from '#schemas';
import { merchantScenarios } from '#scenarios';
import { expect, test } from 'vitest';
import { certify } from '../cli/commands/certify.ts';
import { settle } from '../verdicts/settle.ts';
import { all, check, ended, failed, id, otherRows, passed, untried } from '#lab/doubles/reports/sample-journal';
import { begun, type Differing, journalOf, runFolder, shardOf, cliContextIn } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';

const first = merchantScenarios[0]?.id ?? '';
const ofCatalogue = merchantScenarios.filter(({ id: scenario }) => scenario.includes('catalogue'));

/** Certifies the folders; `change` is what somebody did to them after the run. */
const certified = async (
  runs: readonly (readonly JournalEvent[])[],
  change: (folder: string) => void = () => undefined,
  register?: string,
) => {
  const cwd = testFolder();
  const folders = runs.map((events, index) => {
    const name = `results-${index}`;
    runFolder(cwd, name, events);
    return name;
  });
  change(join(cwd, 'results-0'));
  const { context, text } = cliContextIn(cwd);
  const args = { key: undefined, newKey: undefined, out: undefined, valid: undefined, register, folders };
  await certify({ ...args, newKey: 'signing.key' }, context);
  expect(statSync(join(cwd, 'signing.key')).mode & 0o777).toBe(0o600);
  const { code } = await certify({ ...args, key: 'signing.key' }, context);
  const statement = (): CertificateStatement => {
    const file = JSON.parse(readFileSync(join(cwd, 'results-0', 'certificate.json'), 'utf8')) as Certificate;
    expect(validate('certificate', file)).toEqual([]);
    return JSON.parse(Buffer.from(file.payload, 'base64url').toString('utf8')) as CertificateStatement;
  };
  const attestation = (): unknown => {
    const { payload } = JSON.parse(
      readFileSync(join(cwd, 'results-0', 'certificate.intoto.json'), 'utf8'),
    ) as CertificateEnvelope;
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  };
  return { code, text: text(), statement, attestation };
};

test('a run in which everything was exercised and held gets its certificate', async () => {
  const { code, statement } = await certified([journalOf()]);
  expect(code).toBe(0);
  const { requirements, scenarios, evidence, capabilities, ...rest } = statement();
  expect(validate('certificate-statement', statement())).toEqual([]);
  expect(requirements.map((row) => `${row.id} ${row.status}`)).toEqual(all.map((row) => `${row} passed`));
  expect(scenarios).toHaveLength(merchantScenarios.length);
  expect(capabilities).toMatchObject({ 'merchant.lock': true, 'merchant.catalogue': true });
  expect(evidence.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
    'results.json',
    'allure-results/a-result.json',
    'exchanges.har',
    'journal.ndjson',
  ]);
  expect(rest).toMatchObject({ target: { name: 'Shop' }, seed: 7, severity: [], settings: {} });
  expect(Date.parse(rest.expiresAt) - Date.parse(rest.issuedAt)).toBe(365 * 24 * 60 * 60 * 1000);
});

const rest = all.filter((row) => row !== id).map((row) => check(passed, row, first));
const omitted = (reason: string) => ({
  scenarios: merchantScenarios.slice(1).map((one) => ({ id: one.id, covers: one.covers })),
  omitted: [{ id: first, covers: [], reason }],
});

test.each<[string, Differing, number, string]>([
  ['failed', { checks: [...rest, check(failed)] }, 1, `${id} failed`],
  [
    'is expected to fail',
    { checks: [...rest, check(failed)], settling: { expectedFailures: [{ id, reason: 'ticket 123' }] } },
    1,
    `${id} is expected to fail: ticket 123`,
  ],
  [
    'is expected to fail and does not',
    { settling: { expectedFailures: [{ id, reason: 'ticket 123' }] } },
    1,
    `${id} failed: ticket 123`,
  ],
  ['was not exercised', { checks: [...rest, check(untried)] }, 4, `${id} was not exercised: no basket`],
  [
    'was not exercised, and that is tolerated',
    { checks: [...rest, check(untried)], settling: { tolerate: [id] } },
    4,
    `${id} was not exercised: no basket`,
  ],
  [
    'is only a should and was not exercised',
    {
      checks: all.filter((row) => row !== 'basket/expires-in-future').map((row) => check(passed, row, first)),
    },
    4,
    'basket/expires-in-future was not exercised',
  ],
  [
    'was left out',
    { checks: rest, plan: { filtered: [{ requirement: id, reason: 'left out by --skip' }] } },
    4,
    `${id} applies, but was not run: left out by --skip`,
  ],
  [
    'is told by others while its scenario was left out',
    { plan: omitted('left out by --only') },
    4,
    `${first} did not run`,
  ],
  [
    'is told by others while a scenario broke',
    { finished: [{ event: 'scenario-finished', scenario: first, status: 'broken', durationMs: 1, reason: 'oops' }] },
    4,
    `${first} broke: oops`,
  ],
  ['was interrupted', { end: [ended('interrupted')] }, 4, 'the run is incomplete: the run was interrupted'],
  ['was killed', { end: [] }, 4, 'the run is incomplete: the journal ends before the run did'],
  [
    'was not judged',
    { checks: [], finished: [], end: [ended('not-judged', 'refused')] },
    4,
    'the run is not-judged: refused',
  ],
  [
    'is still to come',
    { start: { at: '2126-01-01T00:00:00.000Z' } },
    4,
    'the run is of 2126-01-01T00:00:00.000Z, which is still to come',
  ],
  ['broke', { end: [ended('broken', 'oops')] }, 4, 'the run is harness-error: oops'],
  ['is one shard of two', { shard: { index: 1, of: 2 } }, 4, 'the run is incomplete: no journal of shard 2/2'],
  ['is of another register', { start: { register: { version: '0.9.0', digest: 'x' } } }, 4, 'another register (0.9.0;'],
])('nothing is signed for a run that %s', async (_, differing, code, sentence) => {
  const refused = await certified([journalOf(differing)]);
  expect(refused.text).toContain(sentence);
  expect(refused.code).toBe(code);
  expect(refused.statement).toThrow('ENOENT');
});

test('a journal from before capabilities were written down is not enough', async () => {
  const { capabilities, ...start } = begun();
  const refused = await certified([[start, ...journalOf().slice(1)]]);
  expect(refused).toMatchObject({ code: 4, text: expect.stringContaining('run again') });
});

const rewrite = (name: string, from: string, to: string) => (path: string) => {
  const text = readFileSync(join(path, name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(path, name), text.replace(from, to));
};

test.each<[string, (folder: string) => void]>([
  ['results.json says passed where the journal says failed', rewrite('results.json', '"failed"', '"passed"')],
  ['results.json was given another verdict', rewrite('results.json', '"non-conformant"', '"conformant"')],
  ['results.json is gone', (path) => rmSync(join(path, 'results.json'))],
  ['results.json is broken', (path) => writeFileSync(join(path, 'results.json'), '{')],
  ['a failure was taken out of the journal', rewrite('journal.ndjson', '"status":"failed"', '"status":"passed"')],
])('nothing is signed when %s', async (_, change) => {
  const refused = await certified([journalOf({ checks: [...rest, check(failed)] })], change);
  expect(refused.text).toContain('results-0/results.json');
  expect(refused.code).toBe(1);
});

test('a line of the journal that is none is said to be one', async () => {
  const change = rewrite('journal.ndjson', '{"event":"check"', '{"event');
  await expect(certified([journalOf()], change)).rejects.toThrow('is no journal event');
});

test('what the target does not claim is listed, and nothing else may be missing', async () => {
  const differing = (capability: string): Differing => ({
    start: { capabilities: { [capability]: false } },
    checks: all.filter((row) => !row.startsWith('catalogue/')).map((row) => check(passed, row, first)),
    plan: {
      scenarios: merchantScenarios.filter((one) => !ofCatalogue.includes(one)).map((one) => ({ ...one })),
      omitted: ofCatalogue.map((one) => ({ ...one, reason: `capabilities.${capability} is false` })),
      notApplicable: all
        .filter((row) => row.startsWith('catalogue/'))
        .map((requirement) => ({ requirement, reason: `capabilities.${capability} is false` })),
    },
  });
  const { code, statement, text } = await certified([journalOf(differing('merchant.catalogue'))]);
  expect(text).toContain('not claimed: merchant.catalogue');
  expect(code).toBe(0);
  expect(statement().capabilities).toMatchObject({ 'merchant.catalogue': false });
  // The plan says it was left out for another capability than the one the register gives.
  expect((await certified([journalOf(differing('merchant.lock'))])).code).toBe(4);
});

test('weakened levels, changed assumptions and settings are signed for and said', async () => {
  const severity = { [id]: 'should' } as const;
  const assumptions = { 'assume/catalogue-limit-maximum': 50 };
  const start = { settings: { 'queue.groupBatching': 'single' } };
  const { code, statement, text } = await certified([
    journalOf({ checks: [...rest, check(failed)], start, settling: { severity, assumptions } }),
  ]);
  expect(code).toBe(0);
  expect(statement()).toMatchObject({
    severity: [{ id, level: 'should', register: 'must' }],
    settings: start.settings,
  });
  expect(statement().assumptions).toContainEqual({ id: 'assume/catalogue-limit-maximum', value: 50, from: 'config' });
  for (const line of [
    `level changed: ${id} is a should, the register says must`,
    'assumption changed: assume/catalogue-limit-maximum is 50',
    'configured: queue.groupBatching is "single"',
    `warnings: ${id}`,
  ])
    expect(text).toContain(line);
});

const shard = (index: number, differing?: Differing): readonly JournalEvent[] => shardOf(index, 2, differing);

test('all shards of a run get one certificate', async () => {
  const { code, statement } = await certified([shard(1), shard(2)]);
  expect(code).toBe(0);
  expect(statement().evidence.map((one) => [one.shard, one.files.length])).toEqual([
    ['1/2', 4],
    ['2/2', 4],
  ]);
});

test.each<[string, readonly (readonly JournalEvent[])[], string]>([
  ['two runs', [journalOf(), journalOf()], 'all of them are its shards'],
  ['the same shard twice', [shard(1), shard(1)], 'shard 1/2 is given more than once'],
  [
    'shards of different configurations',
    [shard(1), shard(2, { settling: { tolerate: [id] } })],
    'the shards differ in configuration',
  ],
  ['two runs in one journal', [[...journalOf(), ...journalOf()]], 'all of them are its shards'],
])('%s are no run', async (_, runs, sentence) => {
  const refused = await certified(runs);
  expect(refused).toMatchObject({ code: 4, text: expect.stringContaining(sentence) });
});

test("what scenarios of one's own report counts for nothing", async () => {
  const own = { id: 'merchant/own', covers: [id] } as const;
  const planned = merchantScenarios.map((one) => ({ id: one.id, covers: one.covers }));
  const checks = [...rest, check(passed, id, own.id)];
  const refused = await certified([journalOf({ checks, plan: { scenarios: [...planned, own] } })]);
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('merchant/own is no scenario') });
});

test.each(['{', 'null', '{"tills":[null]}'])(
  'a folder without a journal is no run, even with %s in it',
  async (text) => {
    const change = (path: string) => {
      rmSync(join(path, 'journal.ndjson'));
      writeFileSync(join(path, 'results.json'), text);
    };
    await expect(certified([journalOf()], change)).rejects.toThrow('results-0 has no journal.ndjson of a run');
  },
);

test('of a folder with several tills each is certified by itself', async () => {
  const change = (path: string) => {
    rmSync(join(path, 'journal.ndjson'));
    mkdirSync(join(path, 'bar'));
    const { verdict, exitCode, ...result } = settle(journalOf());
    const tills = [{ name: 'bar', folder: 'bar', verdict, exitCode }];
    writeFileSync(join(path, 'results.json'), JSON.stringify({ ...result, verdict, exitCode, tills }));
  };
  await expect(certified([journalOf()], change)).rejects.toThrow('Give the one of a till: results-0/bar.');
});

test('a requirement missing from the suite of the journal is missed', async () => {
  expect(otherRows).toHaveLength(all.length - 1);
  const refused = await certified([journalOf({ plan: { scenarios: [] } })]);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(`${first} is missing`);
});

test('a run is certified by an older register, and what came since is listed as not scored', async () => {
  const late = 'basket/kept' as const;
  const others = all.filter((row) => row !== late).map((row) => check(passed, row, first));
  const checks = [...others, check(failed, late, first)];
  expect((await certified([journalOf({ checks })])).code).toBe(1);
  const { code, statement, text } = await certified([journalOf({ checks })], undefined, '1.2.0');
  expect(code).toBe(0);
  expect(statement()).toMatchObject({ register: { scored: '1.2.0' } });
  expect(statement().requirements.find((row) => row.id === late)).toMatchObject({ status: 'not-scored', checks: 0 });
  expect(text).toContain('scored by 1.2.0');
  expect((await certified([journalOf({ checks })], undefined, '1.5.0')).code).toBe(1);
});

test('a target whose makers gave its digest is the subject of the attestation, and warnings are its warned tests', async () => {
  const digest = `gitCommit:${'a'.repeat(40)}`;
  const start = { target: { name: 'Shop', version: '3', digest } };
  const checks = [...rest, check({ ...failed, status: 'warned' })];
  const { attestation } = await certified([journalOf({ start, checks })]);
  expect(attestation()).toMatchObject({
    subject: [{ name: 'Shop 3', digest: { gitCommit: 'a'.repeat(40) } }],
    predicate: { result: 'WARNED', warnedTests: [id] },
  });
});
