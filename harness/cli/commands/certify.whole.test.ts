import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance } from '../cli.fixture.ts';

test('a run is certified, its certificate verified, and edited results are refused', async () => {
  const cwd = testFolder();
  expect((await conformance(['run', 'platform', '--ci', '--seed', '1'], { cwd })).code).toBe(0);
  expect((await conformance(['certify', '--new-key', 'my.key'], { cwd })).code).toBe(0);
  const env = { CONFORMANCE_KEY: 'my.key' };
  const made = await conformance(['certify', 'conformance-results'], { cwd, env });
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('conformed to the platform suite') });

  const evidence = ['--evidence', 'conformance-results'];
  const check = ['verify', 'conformance-results/certificate.json', '--key', 'my.key.pub', ...evidence];
  expect(await conformance(check, { cwd })).toMatchObject({ code: 0, stdout: expect.stringMatching(/holds\.\n$/) });

  const results = join(cwd, 'conformance-results', 'results.json');
  writeFileSync(results, readFileSync(results, 'utf8').replace('"name": "conformance"', '"name": "conformist"'));
  expect((await conformance(check, { cwd })).code).toBe(1);
  expect((await conformance(['certify', 'conformance-results'], { cwd, env })).code).toBe(1);
  // A report of the journal puts them right again.
  expect((await conformance(['report', 'conformance-results', '--ci'], { cwd })).code).toBe(0);
  expect((await conformance(['certify', 'conformance-results'], { cwd, env })).code).toBe(0);
});

test('a filtered run gets none, and misuse is said in a sentence', async () => {
  const cwd = testFolder();
  const run = await conformance(['run', 'platform', '--ci', '--skip', 'platform/health'], { cwd });
  expect(run.code).toBe(0);
  const noKey = await conformance(['certify', 'conformance-results'], { cwd });
  expect(noKey).toMatchObject({ code: 2, stderr: expect.stringContaining('--new-key FILE makes one') });
  expect(await conformance(['certify'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Give the results folder of the run'),
  });
  await conformance(['certify', '--new-key', 'my.key'], { cwd });
  const twice = await conformance(['certify', '--new-key', 'my.key'], { cwd });
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('never overwritten') });
  const refused = await conformance(['certify', 'conformance-results', '--key', 'my.key'], { cwd });
  expect(refused.stdout).toContain('platform/health applies, but was not run: left out by --skip');
  expect(refused.code).toBe(4);
});
