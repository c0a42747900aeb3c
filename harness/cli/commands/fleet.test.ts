import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentials, serveBucket } from '#lab/doubles/bucket/bucket-server';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance } from '../cli.fixture.ts';

test('a fleet whose results are kept in a bucket is reported from there', { timeout: 120_000 }, async () => {
  await using store = await serveBucket('conformance', { page: 2 });
  const cwd = testFolder();
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
