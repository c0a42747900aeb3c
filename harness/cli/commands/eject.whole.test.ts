import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '#schemas';
import { expect, test } from 'vitest';
import { conformance, folderWith } from '../cli.fixture.ts';
import { shop } from './watch.fixture.ts';

const run = promisify(execFile);
/** Debian's own, whatever else is in front of it. */
const python = '/usr/bin/python3';
const hasPytest = spawnSync(python, ['-c', 'import pytest, requests']).status === 0;

const freshBasket = async ({ triggers }: Config): Promise<string> => {
  const { url = '', headers = {} } = triggers?.createBasket?.http ?? {};
  const body = JSON.stringify({ lines: [{ variantId: 'G.0', quantity: 1 }], discountCodes: [], loggedUser: 'guest' });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return ((await answer.json()) as { readonly basketId: string }).basketId;
};

test.skipIf(!hasPytest)('an ejected test fails where the run did, and passes at the shop that is right', async () => {
  const [broken, right] = [await shop('order:never-idempotent'), await shop()];
  const cwd = folderWith(broken.config);
  const only = ['--only', 'order/idempotent', '--effort', 'quick', '--ci', '--seed', '1'];
  expect((await conformance(['run', 'merchant', ...only], { cwd })).code).toBe(1);
  const ejected = await conformance(['eject', 'conformance-results', 'order/idempotent', '--as', 'pytest'], { cwd });
  expect(ejected).toMatchObject({ code: 0, stdout: 'test_order_idempotent.py\n' });
  const at = async ({ url, config }: typeof right) => {
    const { Authorization: AUTHORIZATION } = config.merchant?.headers ?? {};
    const env = { BASE: url, BASKET_ID: await freshBasket(config), AUTHORIZATION, PYTHONDONTWRITEBYTECODE: '1' };
    return await run(python, ['-m', 'pytest', '-q', ejected.stdout.trim()], { cwd, env }).catch(
      (error: unknown) => error,
    );
  };
  expect(await at(broken)).toMatchObject({ code: 1, stdout: expect.stringContaining('confirmed as another order') });
  expect(await at(right)).toMatchObject({ stdout: expect.stringContaining('1 passed') });
  const none = await conformance(['eject', 'conformance-results', 'order/confirmed', '--as', 'hurl'], { cwd });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('did not fail') });
});
