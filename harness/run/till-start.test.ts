import { fileURLToPath } from 'node:url';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import type { Config, RunResult } from '#schemas';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { certify } from '../index.ts';

const script = fileURLToPath(new URL('self-activating-till.fixture.ts', import.meta.url));
const { pos } = createReferenceTill({ variant: 'quartz', clock: systemClock }).configuration('http://till.example');

const certifyCommand = async (
  command: string,
  only: readonly string[],
  platform: NonNullable<Config['platform']> = {},
): Promise<RunResult> => {
  const config: Config = { pos: { ...pos, command }, platform, reports: { formats: [] } };
  const out = testFolder();
  return await certify({ suite: 'pos', config, seed: 1, effort: 'quick', only, out });
};
const statusesOf = ({ requirements }: RunResult, ...ids: readonly string[]) =>
  requirements.filter(({ id }) => ids.includes(id)).map(({ status, unlock }) => ({ status, unlock }));
const given = '{{platformUrl}} {{merchantTaxId}} {{pinCode}}';

test('a till that is given its PIN as it is started needs no trigger', { timeout: 60_000 }, async () => {
  const only = ['table/right-table', 'activation/recovers-with-new-pin'];
  const result = await certifyCommand(`exec '${process.execPath}' '${script}' quartz ${given}`, only);
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 4, unexpected: [] });
  expect(statusesOf(result, ...only)).toEqual([
    { status: 'not-exercised', unlock: 'triggers.activatePos' },
    { status: 'passed', unlock: undefined },
  ]);
});

test('a command that fails is not waited for', { timeout: 30_000 }, async () => {
  const startedAt = performance.now();
  const result = await certifyCommand(`sh -c 'exit 127' ${given}`, ['table']);
  expect(result).toMatchObject({ verdict: 'not-judged', exitCode: 3 });
  expect(result.reason).toMatch(/exit code 127 before it was activated.*\(pos\.command\)/);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('a program that is not there is told before anything is started', async () => {
  const result = await certifyCommand(`no-such-till ${given}`, ['table']);
  expect(result).toMatchObject({ verdict: 'not-judged', exitCode: 3 });
  expect(result.reason).toMatch(/no command no-such-till here.*\(pos\.command\)/);
});

test('a till we started that dies is said to have died', { timeout: 60_000 }, async () => {
  const command = `exec '${process.execPath}' '${script}' quartz ${given} 1`;
  const result = await certifyCommand(command, ['health/heartbeat'], { timing: { healthInterval: '3s' } });
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  expect(result.reason).toMatch(/^The till died during pos\/health: it ended with exit code 9\./);
  expect(result.unexpected).toMatchObject([{ what: expect.stringContaining('ended with exit code 9') }]);
});
