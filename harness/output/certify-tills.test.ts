import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '#lab/doubles/test-folder';
import { createWarpClock } from '#mocks/time';
import type { Config } from '#schemas';
import { expect, test } from 'vitest';
import { certify } from '../index.ts';
import { named } from './named-till.fixture.ts';

test('a faulty till fails the run beside a sound one, and is named, and stands first on the page of both', {
  timeout: 180_000,
}, async () => {
  const clock = createWarpClock();
  const tills: Config = {
    pos: { tills: [await named(clock, 'copper'), await named(clock, 'quartz', 'listings:text-checkpoint')] },
  };
  const out = testFolder();
  const only = ['listings'];
  const result = await certify({ suite: 'pos', config: tills, clock, out, seed: 1, effort: 'quick', only });
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
  const page = readFileSync(join(out, 'report.html'), 'utf8');
  const [, rows = ''] = /id="rows">(.*?)<\/script>/u.exec(page) ?? [];
  expect(JSON.parse(rows)).toMatchObject([
    [
      'quartz',
      'pos',
      'non-conformant',
      '',
      ['listings/synced-body'],
      expect.any(Number),
      '',
      expect.any(String),
      'report.html',
    ],
    ['copper', 'pos', 'conformant', '', [], 0, '', '', 'report.html'],
  ]);
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
