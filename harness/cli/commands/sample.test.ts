import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '#schemas';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, start } from '../cli.fixture.ts';

const sample = async (...args: readonly string[]): Promise<{ readonly cwd: string; readonly stop: () => void }> => {
  const cwd = testFolder();
  const { child } = start(['sample', ...args, '--config-out', 'sample.json'], { cwd });
  const stop = (): void => void child.kill('SIGTERM');
  onTestFinished(stop);
  await once(child.stderr, 'data');
  return { cwd, stop };
};

test('a shop with a defect is there to aim at until it is stopped', async () => {
  const { cwd } = await sample(
    'merchant',
    '--fault',
    'retrieval:no-currency',
    '--latency',
    '5',
    '--catalogue-size',
    '9',
  );
  const args = ['run', 'merchant', '--config', 'sample.json', '--only', 'basket', '--effort', 'quick', '--ci'];
  const { code, stdout, stderr } = await conformance(args, { cwd });
  expect(stderr + stdout).toContain('basket/price');
  expect(code).toBe(1);
});

test('a till is served with a configuration that is complete', async () => {
  const { cwd } = await sample('pos', '--latency', '1');
  const { triggers, pos } = JSON.parse(readFileSync(join(cwd, 'sample.json'), 'utf8')) as Config;
  expect(Object.keys(triggers ?? {})).toContain('activatePos');
  expect(pos?.merchantTaxId).toBeDefined();
});

test.each<[string, readonly string[], RegExp]>([
  ['a variant that is none', ['merchant', '--variant', 'granit'], /variant "granit".*granite\? Valid: granite, willow/],
  ['a fault that is none', ['pos', '--fault', 'bill:nothing'], /fault "bill:nothing".*--faults lists them/],
  [
    'a fault that only proves a check',
    ['pos', '--fault', 'bill:five-lines'],
    /known to be caught, but a sample cannot have it\. Nearest to it: .*bill:stale-taken/,
  ],
  ['a latency that is none', ['pos', '--latency', 'slow'], /--latency: "slow" is not a whole number/],
  ['a port that is none', ['merchant', '--port', 'http'], /--port: "http"/],
])('%s is misuse', async (_, args, message) => {
  const { code, stderr } = await conformance(['sample', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('the faults are listed with what they break', async () => {
  const { stdout, stderr, code } = await conformance(['sample', 'merchant', '--faults']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^retrieval:no-currency +\S.* basket\/price/m);
  expect(stdout).not.toMatch(/^retrieval:null-discounts/m);
  expect(stderr).toMatch(/^\d+ more faults are known to be caught, but a sample cannot have them/m);
});

test('what npm started ends when npm is told to', { timeout: 20_000 }, async () => {
  const cwd = testFolder();
  const bin = join(import.meta.dirname, '../../../bin/conformance.js');
  // As npm does: a shell that does not pass the signal on.
  const shell = spawn(
    'sh',
    ['-c', `'${process.execPath}' '${bin}' sample merchant --config-out c.json; echo ended > ended`],
    {
      cwd,
      env: { ...process.env, npm_lifecycle_event: 'conformance' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  onTestFinished(() => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  });
  await once(shell.stderr, 'data');
  shell.stderr.resume();
  shell.kill('SIGTERM');
  // The pipe closes when the last one who holds it has ended.
  await once(shell, 'close');
  expect(existsSync(join(cwd, 'ended'))).toBe(false);
});

test('a configuration that cannot be written is told in a sentence', async () => {
  const { code, stderr } = await conformance(['sample', 'merchant', '--config-out', 'nowhere/c.json']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--config-out: \S+ cannot be written \(ENOENT\)/)]);
});
