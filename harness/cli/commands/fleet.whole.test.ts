import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReferenceMerchant, type MerchantFaultId } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, hosting, program } from '../cli.fixture.ts';

const shop = async (faults: readonly MerchantFaultId[] = []) => {
  const merchant = createReferenceMerchant({ variant: 'granite', clock: systemClock, faults });
  return merchant.configuration(await hosting(merchant.fetch));
};

test('a handful of targets end in one table, with what changed and what is missing', { timeout: 120_000 }, async () => {
  const cwd = testFolder();
  mkdirSync(join(cwd, 'shops'));
  const save = (name: string, config: unknown) => writeFileSync(join(cwd, 'shops', name), JSON.stringify(config));
  save('sound.yaml', await shop());
  save('broken.yaml', await shop(['order:never-idempotent']));
  writeFileSync(
    join(cwd, 'fleet.yaml'),
    'targets: [{ config: shops/*.yaml, labels: { team: a }, overrides: { target: { name: one of many } } }]',
  );
  const first = await program(['fleet', 'fleet.yaml', '--effort', 'quick', '--parallel', '2'], { cwd });
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
  expect(readFileSync(join(results, 'shops-sound', 'results.json'), 'utf8')).toContain('one of many · shops-sound');
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
