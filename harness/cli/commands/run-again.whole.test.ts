import { createReferenceMerchant, type MerchantFault } from '#mocks/merchant';
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
  const command = ['run', 'merchant', '--effort', 'quick', '--seed', '1', '--only', 'order/idempotent'];
  const first = await run(command);
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
  expect(first.stdout).not.toMatch(/^since/m);
  const third = await run(command);
  expect(third.stdout).toMatch(/^since +the run before: .*1 fixed/m);
  // Written again from its journal, it says the same.
  expect((await run(['report', 'conformance-results'])).stdout).toMatch(/^since +the run before: .*1 fixed/m);
});

test('an unchanged shop whose limited products the first run has used up is not conformant in the second', {
  timeout: 120_000,
}, async () => {
  let scarce: readonly string[] = [];
  const sellsNoLast: MerchantFault = {
    title: 'does not sell the last of a product',
    breaks: ['lock/orderable'],
    front: (next) => async (request, operation) => {
      const text = operation === 'order' ? await request.clone().text() : '';
      return scarce.some((id) => text.includes(JSON.stringify(id)))
        ? Response.json({}, { status: 409 })
        : next(request, operation);
    },
  };
  const shop = createReferenceMerchant({ variant: 'granite', clock: systemClock, faults: [sellsNoLast] });
  const config = shop.configuration(await hosting((request) => shop.fetch(request)));
  scarce = (config.merchant?.fixtures?.products?.limited ?? []).map(({ id }) => id);
  const cwd = folderWith({ ...config, reports: { formats: [] } });
  const run = async (out: string) =>
    await conformance(['run', 'merchant', '--only', 'lock/orderable', '--ci', '--out', out], { cwd });
  const first = await run('first');
  expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(/Used up\n\n.*is locked until/)]);
  expect((await run('second')).code).toBe(4);
  expect(resultIn(cwd, 'second').requirements.find(({ id }) => id === 'lock/orderable')).toMatchObject({
    status: 'not-exercised',
    unlock: 'merchant.fixtures.products.limited',
  });
  const { stdout } = await conformance(['report', '--compare', 'first', 'second'], { cwd });
  expect(stdout).not.toMatch(/fixed/i);
});
