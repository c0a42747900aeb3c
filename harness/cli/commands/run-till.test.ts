import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { expect, onTestFinished, test } from 'vitest';
import { conformance, folderWith, hosting, program } from '../cli.fixture.ts';

const referenceTill = async (): Promise<Config> => {
  const till = createReferenceTill({ variant: 'copper', clock: systemClock });
  onTestFinished(async () => await till.stop());
  return till.configuration(await hosting(till.fetch));
};

test('a till is certified from the command line, and its report can be written again', {
  timeout: 60_000,
}, async () => {
  const cwd = folderWith({ ...(await referenceTill()), reports: { formats: ['junit'] } });
  const ended = await conformance(['run', 'pos', '--ci', '--only', 'queue/test-round-trip', '--seed', '1'], { cwd });
  expect(ended.stdout).toContain('CONFORMANT');
  expect(ended.code).toBe(0);
  const out = join(cwd, 'conformance-results');
  const results = readFileSync(join(out, 'results.json'), 'utf8');
  const again = await conformance(['report', 'conformance-results', '--ci'], { cwd });
  expect(again.code).toBe(0);
  expect(readFileSync(join(out, 'results.json'), 'utf8')).toBe(results);
});

test('the doctor says what cannot be reached and what a till could not be asked to do', {
  timeout: 60_000,
}, async () => {
  const { triggers = {}, ...config } = await referenceTill();
  const gone = { http: { url: 'http://127.0.0.1:1/activate' } };
  const cwd = folderWith({ ...config, triggers: { activatePos: gone } });
  const ended = await conformance(['doctor', 'pos'], { cwd });
  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatch(/✗ triggers: http:\/\/127\.0\.0\.1:1 cannot be reached.*\(triggers\.activatePos\)/);
  expect(ended.stdout).toContain('(triggers.testRoundTrip)');
  expect(Object.keys(triggers)).toContain('testRoundTrip');
});

test('a run that cannot begin ends all the same', { timeout: 60_000 }, async () => {
  const { pos = {} } = await referenceTill();
  const taken = new URL(await hosting(() => new Response())).host;
  const env = { DOCKER_HOST: 'unix:///there/is/no/engine.sock' };
  const none = folderWith({ pos: { ...pos, image: 'localhost:1/no-such-till:1' }, reports: { formats: [] } });
  expect(await program(['run', 'pos', '--ci', '--only', 'table'], { cwd: none, env })).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('pos.image'),
  });
  const occupied = folderWith({ pos, platform: { listen: taken }, reports: { formats: [] } });
  const { code, stdout, stderr } = await program(['run', 'pos', '--ci', '--only', 'table'], { cwd: occupied });
  expect([code, `${stdout}${stderr}`]).toEqual([3, expect.stringContaining('platform.listen')]);
});

test('without the tax id there is nothing to issue a PIN for', async () => {
  const ended = await conformance(['run', 'pos', '--ci'], { cwd: folderWith({ pos: {} }) });
  expect(ended).toMatchObject({ code: 2 });
  expect(ended.stderr).toContain('pos.merchantTaxId');
});

test('several tills are certified, each in its folder, and their reports can be written again', {
  timeout: 180_000,
}, async () => {
  const { pos = {}, triggers = {}, ...config } = await referenceTill();
  const second = await referenceTill();
  const tills = [
    { name: 'front', triggers },
    { name: 'bar', triggers: second.triggers ?? {} },
  ];
  const cwd = folderWith({ ...config, pos: { ...pos, tills }, reports: { formats: ['junit'] } });
  const ended = await conformance(['run', 'pos', '--ci', '--only', 'queue/test-round-trip', '--seed', '1'], { cwd });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/front +conformant[^]*bar +conformant[^]*together +conformant/);
  expect(ended.stderr).toContain('bar: [1/1] ');
  const out = join(cwd, 'conformance-results');
  expect(ended.stdout).toContain(join('conformance-results', 'report.html'));
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<h1>2 tills</h1>');
  const results = readFileSync(join(out, 'results.json'), 'utf8');
  expect(JSON.parse(results)).toMatchObject({ tills: [{ name: 'front' }, { name: 'bar', folder: 'bar' }] });
  expect((await conformance(['report', 'conformance-results', '--ci'], { cwd })).code).toBe(0);
  expect(readFileSync(join(out, 'results.json'), 'utf8')).toBe(results);
  const folders = ['conformance-results/front', 'conformance-results/bar'];
  const merged = await conformance(['report', ...folders, '--out', 'both', '--ci'], { cwd });
  expect(merged).toMatchObject({ code: 2, stderr: expect.stringContaining('all of them are its shards') });
  const replayed = await conformance(['run', 'pos', '--ci', '--shard', '1/2'], { cwd });
  expect(replayed).toMatchObject({ code: 2, stderr: expect.stringContaining('--till front, --till bar') });
});
