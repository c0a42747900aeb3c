import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '#mocks/hosting';
import { createReferenceTill, type PosFaultId, type PosVariant } from '#mocks/pos';
import { type Clock, createWarpClock } from '#mocks/time';
import type { Config, NamedTill, RunResult } from '#schemas';
import { expect, onTestFinished, test } from 'vitest';
import { certify } from '../index.ts';

const named = async (clock: Clock, name: PosVariant, ...faults: readonly PosFaultId[]): Promise<NamedTill> => {
  const till = createReferenceTill({ variant: name, faults, clock });
  const host = await serve(till.fetch);
  onTestFinished(async () => {
    await till.stop();
    await host[Symbol.asyncDispose]();
  });
  const { pos = {}, capabilities, triggers = {} } = till.configuration(host.url);
  const { tills, ...own } = pos;
  return { name, ...own, ...(capabilities?.pos && { capabilities: capabilities.pos }), triggers };
};

const resultIn = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
const out = (): string => mkdtempSync(join(tmpdir(), 'conformance-tills-'));

test('two sound tills are certified in one run', { timeout: 180_000 }, async () => {
  const clock = createWarpClock();
  const folder = out();
  const tills: Config = {
    pos: { tills: [await named(clock, 'copper'), await named(clock, 'quartz')] },
    reports: { formats: ['junit'] },
  };
  const result = await certify({ suite: 'pos', config: tills, clock, out: folder, seed: 1, effort: 'quick' });
  expect(result).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    tills: [
      { name: 'copper', exitCode: 0 },
      { name: 'quartz', exitCode: 0 },
    ],
  });
  expect(resultIn(folder)).toEqual(result);
  expect(resultIn(join(folder, 'quartz'))).toMatchObject({ verdict: 'conformant', target: { name: 'quartz' } });
});

test('a faulty till fails the run beside a sound one, and is named', { timeout: 180_000 }, async () => {
  const clock = createWarpClock();
  const tills: Config = {
    pos: { tills: [await named(clock, 'copper'), await named(clock, 'quartz', 'listings:text-checkpoint')] },
  };
  const result = await certify({ suite: 'pos', config: tills, clock, seed: 1, effort: 'quick', only: ['listings'] });
  expect(result).toMatchObject({
    verdict: 'non-conformant',
    exitCode: 1,
    counts: { failed: 1 },
    tills: [
      { name: 'copper', verdict: 'conformant' },
      { name: 'quartz', verdict: 'non-conformant' },
    ],
  });
  const [row, ...others] = result.requirements.filter(({ status }) => status === 'failed');
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: 'listings/synced-body', tills: { copper: 'passed', quartz: 'failed' } });
  for (const { till, replay } of row?.violations ?? []) {
    expect(till).toBe('quartz');
    expect(replay).toContain('--till quartz');
  }
});

test('a till that cannot be reached does not hide what is wrong with another', { timeout: 180_000 }, async () => {
  const clock = createWarpClock();
  const gone = { http: { url: 'http://127.0.0.1:1/activate' } };
  const faulty = await named(clock, 'quartz', 'listings:text-checkpoint');
  const nobody = { name: 'nobody', merchantTaxId: '1', triggers: { activatePos: gone } };
  const config: Config = { pos: { tills: [nobody, faulty] } };
  const only = ['listings/synced-body'];
  const result = await certify({ suite: 'pos', config, clock, seed: 1, effort: 'quick', only });
  expect(result).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
  expect(result.tills).toMatchObject([{ name: 'nobody', exitCode: 3 }, { exitCode: 1 }]);
  expect(result.reason).toMatch(/^nobody: .*refused/);
});
