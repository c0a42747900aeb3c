import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, conformance, folderWith, hosting } from '../cli.fixture.ts';

const basket = (changes: object) => ({
  id: 'b-1',
  expiresAt: '2126-11-21T12:00:00Z',
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [],
  products: [],
  ...changes,
});

test('failures are proposed as known ones, count only with a reason, and fail again once they are mended', async () => {
  let answer: object = basket({ price: 'free' });
  const url = await hosting(() => Response.json(answer));
  const config = { ...at(url), reports: { formats: [] } };
  const cwd = folderWith(config);
  const run = async (out: string, ...args: readonly string[]) =>
    await conformance(['run', 'merchant', '--ci', '--only', 'basket/price', '--out', out, ...args], { cwd });

  const first = await run('first', '--write-expected', 'known.yaml');
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('fill in the reasons') });
  const proposal = readFileSync(join(cwd, 'known.yaml'), 'utf8');
  expect(proposal).toMatch(
    /expectedFailures:\n +# .+\n +- id: basket\/price\n +cause: [a-z0-9-]+\n +reason: "TODO.+"\n +expires: \d{4}-\d\d-\d\d\n/,
  );
  const again = await run('never', '--write-expected', 'known.yaml');
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('known.yaml exists already. --force') });
  expect(existsSync(join(cwd, 'never'))).toBe(false);

  const withKnown = (text: string) =>
    writeFileSync(join(cwd, 'conformance.yaml'), JSON.stringify(config).slice(0, -1) + `,${text}}`);
  withKnown('"expectedFailures":[{"id":"basket/price","reason":"TODO: why"}]');
  expect(await run('second')).toMatchObject({ code: 2, stderr: expect.stringContaining('is still to be filled in') });
  withKnown('"expectedFailures":[{"id":"basket/price","reason":"ticket 123"}]');
  expect((await run('second')).code).toBe(0);
  answer = basket({});
  expect((await run('third')).code).toBe(1);
  const report = await conformance(['report', 'third', '--ci', '--write-expected', 'known.yaml', '--force'], { cwd });
  expect(report.code).toBe(1);
  expect(readFileSync(join(cwd, 'known.yaml'), 'utf8')).toContain('expectedFailures: []');

  const compare = async (...runs: readonly string[]) => await conformance(['report', '--compare', ...runs], { cwd });
  expect(await compare('first', 'third')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Fixed\n +✓ basket\/price/),
  });
  const worse = await compare('third', 'first/results.json', '--out', 'comparison');
  expect(worse).toMatchObject({ code: 1, stdout: expect.stringMatching(/Broke\n +✗ basket\/price/) });
  expect(readFileSync(join(cwd, 'comparison', 'comparison.md'), 'utf8')).toContain('### ✗ Broke');
  expect(await compare('first')).toMatchObject({ code: 2, stderr: expect.stringContaining('takes two runs') });
  expect(await compare('first', 'nowhere')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be read'),
  });
  expect(await compare('first', 'conformance.yaml')).toMatchObject({ code: 2 });
});
