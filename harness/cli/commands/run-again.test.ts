import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { expect, test } from 'vitest';
import { conformance, folderWith, hosting, resultIn } from '../cli.fixture.ts';

const words = (line: string): readonly string[] => line.split(' ').slice(2);
const typedAfter = (name: string, said: string): readonly string[] =>
  words(new RegExp(`^ *${name} +(npx conformance .*)$`, 'm').exec(said)?.[1] ?? '');

test('what a failure says to run again keeps the run it is about, and names the comparison of the two', {
  timeout: 120_000,
}, async () => {
  const faults = ['order:never-idempotent'] as const;
  const broken = createReferenceMerchant({ variant: 'granite', clock: systemClock, faults });
  const mended = createReferenceMerchant({ variant: 'granite', clock: systemClock });
  let shop = broken;
  const url = await hosting((request) => shop.fetch(request));
  const cwd = folderWith({ ...broken.configuration(url), reports: { formats: [] } });
  const run = async (args: readonly string[]) => await conformance([...args, '--ci'], { cwd });
  const first = await run(['run', 'merchant', '--effort', 'quick', '--seed', '1', '--only', 'order/idempotent']);
  expect(first.code).toBe(1);
  expect(first.stdout).not.toMatch(/^compare/m);
  const whole = resultIn(cwd);

  const again = typedAfter('again', first.stdout);
  expect(again.slice(-2)).toEqual(['--out', 'conformance-results-again']);
  shop = mended;
  const second = await run(again);
  expect(second.code).toBe(0);
  expect(resultIn(cwd)).toEqual(whole);
  const compare = typedAfter('compare', second.stdout);
  expect(compare).toEqual(['report', '--compare', 'conformance-results', 'conformance-results-again']);
  const { code, stdout } = await run(compare);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Fixed\n.*order\/idempotent/)]);
});
