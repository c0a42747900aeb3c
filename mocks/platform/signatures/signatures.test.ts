import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import type { SignableMessage } from './scheme.ts';
import { loadScheme, type SchemeSettings, toScheme } from './settings.ts';

const now = 1_800_000_000_123;
const credentials = { apiKey: 'key-1', secret: 's3cr&t' };
const secretOf = (apiKey: string) => (apiKey === 'key-1' ? credentials.secret : undefined);
const settings = { secretOf, now, skewMs: 300_000 };
const message = (change: Partial<SignableMessage> = {}): SignableMessage => ({
  method: 'POST',
  url: 'https://platform.example/merchant/v1/async/Test/m%201?b=2&a=1',
  headers: new Headers(),
  body: Buffer.from('{"nonce":"ż"}'),
  ...change,
});
const combined: SchemeSettings = {
  template: {
    headers: {
      Authorization: 'hmac v1${apiKey}${method}${path|strip:/merchant|upper}${timestamp}${nonce}',
      'X-Sign': '{signature}',
    },
    signedParts: ['{apiKey}', '{method}', '{path|strip:/merchant|upper}', '{timestamp}', '{nonce}', '{bodyHash}'],
    join: '$',
    timestamp: 'ms',
    encoding: 'base64',
    bodyHash: { algorithm: 'sha256', encoding: 'base64', whenEmpty: 'omit' },
  },
};
const rfc9421: SchemeSettings = {
  messageSignatures: { components: ['@method', '@target-uri', 'content-digest'] },
};

const schemes: readonly [string, SchemeSettings][] = [
  ['the default template', { template: {} }],
  ['a combined header', combined],
  ['RFC 9421', rfc9421],
];

test('the default template is hex HMAC-SHA256 over method, path with query, timestamp and body hash', async () => {
  const hash = createHash('sha256').update(message().body).digest('hex');
  const signed = `POST\n/merchant/v1/async/Test/m%201?b=2&a=1\n1800000000\n${hash}`;
  expect(await toScheme().sign(message(), credentials, now)).toEqual({
    'X-Api-Key': 'key-1',
    'X-Timestamp': '1800000000',
    'X-Signature': createHmac('sha256', 's3cr&t').update(signed).digest('hex'),
  });
});

test('a combined header, joined by dollars, leaves the hash of an empty body out', async () => {
  const empty = message({ body: Buffer.alloc(0) });
  const headers = await toScheme(combined).sign(empty, credentials, now);
  const [, key, method, path, timestamp, nonce] = headers['Authorization']?.split('$') ?? [];
  expect([key, method, path, timestamp]).toEqual(['key-1', 'POST', '/V1/ASYNC/TEST/M%201', String(now)]);
  const signed = `key-1$POST$/V1/ASYNC/TEST/M%201$${now}$${nonce}`;
  expect(headers['X-Sign']).toBe(createHmac('sha256', 's3cr&t').update(signed).digest('base64'));
});

test.each(schemes)('%s: what it signs it verifies, and nothing that was changed', async (_, chosen) => {
  const scheme = toScheme(chosen);
  const headers = new Headers(await scheme.sign(message(), credentials, now));
  const verify = (change: Partial<SignableMessage>, more: object = {}) =>
    scheme.verify(message({ headers, ...change }), { ...settings, ...more });
  expect(await verify({})).toEqual({ ok: true, apiKey: 'key-1' });
  expect(await verify({ body: Buffer.from('{"nonce":"z"}') })).toMatchObject({ ok: false, problem: 'mismatch' });
  expect(await verify({ method: 'PUT' })).toMatchObject({ ok: false });
  expect(await verify({ url: 'https://platform.example/merchant/v1/async/Test/m2' })).toMatchObject({ ok: false });
  expect(await verify({ headers: new Headers() })).toMatchObject({ ok: false, problem: 'missing' });
  expect(await verify({}, { secretOf: () => undefined })).toMatchObject({ ok: false, problem: 'unknown-key' });
  expect(await verify({}, { secretOf: () => 'other' })).toMatchObject({ ok: false, problem: 'mismatch' });
  for (const away of [-302_000, 302_000])
    expect(await verify({}, { now: now + away })).toMatchObject({ ok: false, problem: 'stale' });
  expect(await verify({}, { now: now + 298_000 })).toMatchObject({ ok: true });
});

test.each<[string, SchemeSettings['template'], Partial<SignableMessage>]>([
  ['if it is read as Base64; send it as hex', { encoding: 'base64' }, {}],
  ['if the hash of the body is signed as Base64', { bodyHash: { encoding: 'base64' } }, {}],
  ['with an empty body', {}, { body: Buffer.alloc(0) }],
  ['without the query', {}, { url: 'https://platform.example/merchant/v1/async/Test/m%201' }],
  ['with the method GET; sign the method of the request', {}, { method: 'GET' }],
])('of a signature that fits %s the mistake is named', async (says, template, change) => {
  const headers = new Headers(await toScheme({ template: template ?? {} }).sign(message(change), credentials, now));
  expect(toScheme().nearMiss?.(message({ headers }), settings)).toContain(says);
  const guessed = await toScheme().sign(message(), { ...credentials, secret: 'guess' }, now);
  expect(toScheme().nearMiss?.(message({ headers: new Headers(guessed) }), settings)).toBeUndefined();
});

test('the hash of the body may travel in a header, and must be that of the body', async () => {
  const scheme = toScheme({
    template: { headers: { 'X-Key': '{apiKey} {timestamp}', 'X-Hash': '{bodyHash}', 'X-Sign': '{signature}' } },
  });
  const headers = new Headers(await scheme.sign(message(), credentials, now));
  expect(headers.get('x-hash')).toBe(createHash('sha256').update(message().body).digest('hex'));
  expect(await scheme.verify(message({ headers }), settings)).toMatchObject({ ok: true });
  const changed = message({ headers, body: Buffer.from('{}') });
  expect(await scheme.verify(changed, settings)).toMatchObject({ ok: false, problem: 'malformed' });
});

test.each(schemes)('%s: garbage in any header is refused, never thrown', async (_, chosen) => {
  const scheme = toScheme(chosen);
  const good = await scheme.sign(message(), credentials, now);
  for (const name of Object.keys(good))
    for (const garbage of ['', 'x', '$$$$$$$$', '(((', 'sig=:!:', '9'.repeat(10_000)]) {
      const headers = new Headers({ ...good, [name]: garbage });
      expect(await scheme.verify(message({ headers }), settings)).toMatchObject({ ok: false });
    }
});

test('a response can be signed over its status', async () => {
  const scheme = toScheme({ template: { signedParts: ['{timestamp}', '{status}', '{bodyHash}'] } });
  const response = message({ status: 204, body: Buffer.alloc(0) });
  const headers = new Headers(await scheme.sign(response, credentials, now));
  expect(await scheme.verify({ ...response, headers }, settings)).toMatchObject({ ok: true });
  expect(await scheme.verify({ ...response, headers, status: 200 }, settings)).toMatchObject({ problem: 'mismatch' });
});

test('an unknown placeholder or transform is told with the valid ones', () => {
  expect(() => toScheme({ template: { signedParts: ['{verb}'] } })).toThrow(/apiKey, method/);
  expect(() => toScheme({ template: { signedParts: ['{path|title}'] } })).toThrow(/upper, lower, strip/);
});

test("a module of the user's is the way out", async () => {
  const file = join(testFolder(), 'scheme.mjs');
  writeFileSync(
    file,
    'export const scheme = { verify: async () => ({ ok: true, apiKey: "k" }), sign: async () => ({}) };',
  );
  expect(await (await loadScheme(file)).verify(message(), settings)).toEqual({ ok: true, apiKey: 'k' });
  writeFileSync(`${file}2.mjs`, 'export const other = 1;');
  await expect(loadScheme(`${file}2.mjs`)).rejects.toThrow(/must export "scheme"/);
});
