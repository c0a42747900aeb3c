import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentials, serveBucket } from '#lab/doubles/bucket/bucket-server';
import { createReferenceMerchant, type MerchantFaultId } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { expect, test } from 'vitest';
import { conformance, emptyFolder, hosting } from '../cli.fixture.ts';

const shop = async (faults: readonly MerchantFaultId[] = []) => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock, faults });
  return merchant.configuration(await hosting(merchant.fetch));
};

test('a handful of targets end in one table, with what changed and what is missing', { timeout: 120_000 }, async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'shops'));
  const save = (name: string, config: unknown) => writeFileSync(join(cwd, 'shops', name), JSON.stringify(config));
  save('sound.yaml', await shop());
  save('broken.yaml', await shop(['order:never-idempotent']));
  writeFileSync(
    join(cwd, 'fleet.yaml'),
    'targets: [{ config: shops/*.yaml, labels: { team: a }, overrides: { target: { name: one of many } } }]',
  );
  const first = await conformance(['fleet', 'fleet.yaml', '--effort', 'quick', '--parallel', '2'], { cwd });
  expect([first.code, first.stdout]).toEqual([1, expect.stringContaining('order/idempotent  failed at 1 target')]);
  const results = join(cwd, 'fleet-results');
  const round = () => JSON.parse(readFileSync(join(results, 'fleet.json'), 'utf8')) as { rows: unknown };
  expect(round().rows).toMatchObject([
    {
      name: 'shops-broken',
      verdict: 'non-conformant',
      failed: expect.arrayContaining(['order/idempotent']),
      labels: { team: 'a' },
    },
    { name: 'shops-sound', verdict: 'conformant', failed: [] },
  ]);
  expect(readFileSync(join(results, 'shops-sound', 'badge.svg'), 'utf8')).toContain('conformant');
  expect(readFileSync(join(results, 'shops-sound', 'results.json'), 'utf8')).toContain('one of many');
  expect(readFileSync(join(results, 'fleet-junit.xml'), 'utf8')).toContain('tests="2" failures="1"');
  const allure = join(results, 'fleet-allure-results');
  const stories = readdirSync(allure).map((name) => JSON.parse(readFileSync(join(allure, name), 'utf8')) as unknown);
  expect(stories).toHaveLength(2);
  expect(stories).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ historyId: 'merchant/shops-sound', status: 'passed' }),
      expect.objectContaining({
        status: 'failed',
        statusDetails: { message: expect.stringContaining('order/idempotent') },
      }),
    ]),
  );

  rmSync(join(cwd, 'earlier'), { recursive: true, force: true });
  mkdirSync(join(cwd, 'earlier'));
  writeFileSync(join(cwd, 'earlier', 'fleet.json'), readFileSync(join(results, 'fleet.json')));
  rmSync(join(results, 'shops-sound'), { recursive: true });
  const second = await conformance(['fleet', 'report', 'fleet-results', '--since', 'earlier'], { cwd });
  expect(second.code).toBe(1);
  expect(second.stdout).toContain('? shops-sound  left no results');
  expect(round().rows).toMatchObject([{ name: 'shops-broken' }, { verdict: 'missing', change: 'broke' }]);
});

test('a fleet whose results are kept in a bucket is reported from there', { timeout: 120_000 }, async () => {
  await using store = await serveBucket('conformance', { page: 2 });
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'shops'));
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(cwd, 'shops', `${name}.yaml`), 'merchant: { basketUrl: "http://127.0.0.1:1/" }');
  writeFileSync(
    join(cwd, 'fleet.yaml'),
    'targets: [{ config: shops/*.yaml, overrides: { reports: { formats: [] } } }]',
  );
  const env = {
    AWS_ENDPOINT_URL: store.url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const place = 's3://conformance/nightly 1/ü';
  for (const index of ['0', '2']) {
    const run = await conformance(['fleet', 'run', '--index', index, '--out', place, '--ci'], { cwd, env });
    expect([run.code, run.stderr]).toEqual([3, expect.any(String)]);
  }
  expect([...store.stored.keys()]).toContain('nightly 1/ü/shops-c/results.json');
  const report = ['fleet', 'report', place, '--out', 'here', '--ci'];
  const first = await conformance(report, { cwd, env });
  expect([first.code, first.stdout]).toEqual([3, expect.stringContaining('? shops-b  left no results')]);
  const round = () => JSON.parse(readFileSync(join(cwd, 'here/fleet.json'), 'utf8')) as { rows: unknown };
  expect(round().rows).toMatchObject([{ verdict: 'not-judged' }, { verdict: 'missing' }, { verdict: 'not-judged' }]);
  for (const name of ['fleet.json', 'fleet.html', 'fleet-junit.xml', 'shops-a/badge.svg'])
    expect([...store.stored.keys()]).toContain(`nightly 1/ü/${name}`);
  const second = await conformance([...report, '--since', place], { cwd, env });
  expect([second.code, second.stderr]).toEqual([3, expect.any(String)]);

  const refused = await conformance(report, { cwd, env: { ...env, AWS_SECRET_ACCESS_KEY: 'another' } });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('SignatureDoesNotMatch')]);
  const elsewhere = await conformance(['fleet', 'report', 's3://other/nightly'], { cwd, env });
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('NoSuchBucket')]);
});

test.each([
  [['fleet', 'run'], 'fleet.yaml'],
  [['fleet', 'report', 'nowhere'], 'nowhere holds no results'],
  [['fleet', 'report', 's3://'], 'Give s3://BUCKET/PREFIX'],
  [['fleet', 'manifest', 'slurm', '--results', 'here'], '--results: here'],
  [['fleet', 'manifest', 'nomad'], 'kubernetes'],
  [['fleet', 'nothing.yaml'], 'nothing.yaml'],
])('refuses %j in one sentence', async (args, why) => {
  const { code, stderr } = await conformance(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
