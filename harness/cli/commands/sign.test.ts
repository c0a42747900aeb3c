import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toScheme } from '#mocks/platform';
import { conformance, folderWith } from '../cli.fixture.ts';

const signature = { apiKey: 'platform-7', secret: 'hush-hush-hush' };
const config = JSON.stringify({ merchant: { headers: { 'X-Shop': '3' }, signature } });
const url = 'https://shop.example/order?shop=3';

test('the headers that are printed sign that call and no other', async () => {
  const cwd = folderWith(config);
  writeFileSync(join(cwd, 'body.json'), '{"oaOrderId":"a"}');
  const { code, stdout } = await conformance(['sign', 'post', url, 'body.json'], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^X-Shop: 3$/im)]);
  const headers = new Headers(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  const verified = async (body: string) =>
    await toScheme({}).verify(
      { method: 'POST', url, headers, body: Buffer.from(body) },
      { secretOf: () => signature.secret, now: Date.now(), skewMs: 300_000 },
    );
  expect(await verified('{"oaOrderId":"a"}')).toMatchObject({ ok: true });
  expect(await verified('{"oaOrderId":"b"}')).toMatchObject({ ok: false, problem: 'mismatch' });
});

test('without a signature, an address or the body there is nothing to sign', async () => {
  const said = async (given: string, ...args: readonly string[]) =>
    (await conformance(['sign', 'GET', ...args], { cwd: folderWith(given) })).stderr;
  expect(await said('merchant: {}', url)).toContain('merchant.signature is not set');
  expect(await said(config, 'shop')).toContain('"shop" is not an address');
  expect(await said(config, url, 'nothing.json')).toContain('nothing.json cannot be read (ENOENT)');
});
