import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate, CertificateStatement } from '#schemas';
import { expect, test } from 'vitest';
import { certify } from '../cli/commands/certify.ts';
import { verify } from '../cli/commands/verify.ts';
import { journalOf, runFolder, cliContextIn } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';
import { signed } from './signature.ts';

const issued = async () => {
  const cwd = testFolder();
  runFolder(cwd, 'results', journalOf());
  const { context, text } = cliContextIn(cwd);
  const args = { folders: ['results'], key: undefined, newKey: undefined, out: 'c.json', valid: '30' };
  await certify({ ...args, newKey: 'a.key' }, context);
  await certify({ ...args, newKey: 'b.key' }, context);
  await certify({ ...args, key: 'a.key' }, context);
  const file = join(cwd, 'c.json');
  return {
    cwd,
    text,
    key: createPrivateKey(readFileSync(join(cwd, 'a.key'))),
    certificate: JSON.parse(readFileSync(file, 'utf8')) as Certificate,
    write: (content: unknown) => writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content)),
    verified: async (key?: string, evidence?: readonly string[]) =>
      (await verify({ file: 'c.json', key, evidence }, context)).code,
  };
};

const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const resigned = (
  { protected: header, payload }: Certificate,
  key: KeyObject,
  change: (header: Record<string, unknown>) => string,
): Certificate => {
  const other = Buffer.from(change(decoded(header) as Record<string, unknown>)).toString('base64url');
  return {
    protected: other,
    payload,
    signature: sign(null, Buffer.from(`${other}.${payload}`), key).toString('base64url'),
  };
};
const withHeader = (certificate: Certificate, key: KeyObject, more: object): Certificate =>
  resigned(certificate, key, (header) => JSON.stringify({ ...header, ...more }));
const withPayload = (certificate: Certificate, key: KeyObject, payload: Buffer): Certificate =>
  resigned({ ...certificate, payload: payload.toString('base64url') }, key, (header) => JSON.stringify(header));
const statementIn = ({ payload }: Certificate) => decoded(payload) as CertificateStatement;

test('a certificate holds with the key that signed it, with its own, and with its evidence', async () => {
  const { verified, text } = await issued();
  expect(await verified('a.key.pub', ['results'])).toBe(0);
  expect(text()).toContain('Signed with the given key');
  expect(await verified()).toBe(0);
  expect(text()).toContain('which the certificate brings itself');
});

test('another key than the one that is trusted did not sign it', async () => {
  const { verified, text } = await issued();
  expect(await verified('b.key.pub')).toBe(1);
  expect(text()).toMatch(/it was signed with the key \S+, not with/);
});

test('a change of any character of any part is noticed', async () => {
  const { certificate, verified, write } = await issued();
  for (const part of ['protected', 'payload', 'signature'] as const) {
    const text = certificate[part];
    const step = Math.max(1, Math.floor(text.length / 25));
    const places = [...Array.from({ length: 25 }, (_, index) => index * step), text.length - 1];
    for (const place of places.filter((index) => index < text.length)) {
      const other = text[place] === 'A' ? 'B' : 'A';
      write({ ...certificate, [part]: text.slice(0, place) + other + text.slice(place + 1) });
      expect([part, place, await verified()]).toEqual([part, place, 1]);
    }
    write({ ...certificate, [part]: undefined });
    expect(await verified()).toBe(1);
    write({ ...certificate, [part]: `${text}=` });
    expect(await verified()).toBe(1);
  }
});

test.each<[string, (certificate: Certificate, key: KeyObject) => unknown]>([
  ['is no JSON', () => 'not JSON'],
  ['is a list', () => []],
  [
    'says that it needs no signature',
    ({ payload }) => ({
      protected: encoded({ alg: 'none', typ: 'conformance-certificate+json' }),
      payload,
      signature: '',
    }),
  ],
  [
    'was signed with the key for another purpose',
    ({ protected: header, payload }, key) => {
      const other = encoded({ ...(decoded(header) as object), typ: 'JWT' });
      return {
        protected: other,
        payload,
        signature: sign(null, Buffer.from(`${other}.${payload}`), key).toString('base64url'),
      };
    },
  ],
  [
    'holds a key of another kind',
    ({ protected: header, payload }) => {
      const { publicKey, privateKey } = generateKeyPairSync('ed448');
      const other = encoded({ ...(decoded(header) as object), jwk: publicKey.export({ format: 'jwk' }) });
      const signature = sign(null, Buffer.from(`${other}.${payload}`), privateKey).toString('base64url');
      return { protected: other, payload, signature };
    },
  ],
  ['is the statement of something else', (_, key) => signed('{"hello":"world"}', key)],
  ['is no statement', (_, key) => signed('hello', key)],
  ['has a header beside the signed one', (certificate) => ({ ...certificate, header: { alg: 'EdDSA' } })],
  ['names extensions', (certificate, key) => withHeader(certificate, key, { crit: ['b64'], b64: true })],
  ['names no extensions, but says so', (certificate, key) => withHeader(certificate, key, { crit: [] })],
  [
    'names a member twice',
    (certificate) => JSON.stringify(certificate).replace('{', `{"payload":"${encoded({ hello: 1 })}",`),
  ],
  [
    'names a member of its header twice',
    (certificate, key) => resigned(certificate, key, (header) => JSON.stringify(header).replace('{', '{"alg":"none",')),
  ],
  [
    'names a member of its statement twice',
    ({ payload }, key) => signed(JSON.stringify(decoded(payload)).replace('{', '{"seed":0,'), key),
  ],
  [
    'was signed with letters that only look like its own once they are cut to bytes',
    (certificate) => ({ ...certificate, payload: certificate.payload.replace('A', '\u0141') }),
  ],
  ['is no text', (certificate, key) => withPayload(certificate, key, Buffer.from([0x7b, 0xff, 0x7d]))],
])('what %s is no certificate', async (_, forge) => {
  const { certificate, key, verified, write } = await issued();
  write(forge(certificate, key));
  expect(await verified()).toBe(1);
});

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();
type Rows = CertificateStatement['requirements'];
const withRow = (rows: Rows, change: Partial<Rows[number]>): Rows =>
  rows.map((row) => (row.id === 'order/idempotent' ? { ...row, ...change } : row));

test.each<[string, (statement: CertificateStatement) => Partial<CertificateStatement>, RegExp]>([
  ['has expired', () => ({ expiresAt: inDays(-1) }), /It expired on/],
  ['was issued before its run', () => ({ finishedAt: inDays(1) }), /before its run was over/],
  ['is not yet valid', () => ({ issuedAt: inDays(1) }), /It is not valid before/],
  [
    'is of an unknown register',
    ({ register }) => ({ register: { version: '9.0.0', digest: register.digest.replaceAll(/./g, '0') } }),
    /It names register 9\.0\.0/,
  ],
  [
    'lacks a requirement',
    ({ requirements }) => ({ requirements: requirements.filter(({ id }) => id !== 'order/idempotent') }),
    /✗ order\/idempotent is missing/,
  ],
  [
    'has one twice',
    ({ requirements }) => ({ requirements: [...requirements, ...requirements.slice(0, 1)] }),
    /is there 2 times/,
  ],
  [
    'has one of its own',
    ({ requirements }) => ({
      requirements: [...requirements, { id: 'a/b', level: 'must', status: 'passed', checks: 1 }],
    }),
    /a\/b is no requirement/,
  ],
  [
    'calls one not applicable that is claimed',
    ({ requirements }) => ({ requirements: withRow(requirements, { status: 'not-applicable' }) }),
    /order\/idempotent applies, but was not run/,
  ],
  [
    'lowers a level without saying so',
    ({ requirements }) => ({ requirements: withRow(requirements, { level: 'should' }) }),
    /order\/idempotent is judged as a should, and is a must/,
  ],
  [
    'calls one not scored that its register has',
    ({ requirements }) => ({ requirements: withRow(requirements, { status: 'not-scored' }) }),
    /order\/idempotent is not scored, and ought to be/,
  ],
  [
    'is scored by a register that nobody knows',
    ({ register, requirements }) => ({
      register: { ...register, scored: '0.1.0' },
      requirements: withRow(requirements, { status: 'not-scored' }),
    }),
    /order\/idempotent is not scored, and ought to be/,
  ],
  ['lacks a scenario', ({ scenarios }) => ({ scenarios: scenarios.slice(1) }), /is missing/],
  [
    'left a scenario out',
    ({ scenarios: [first, ...others] }) => ({
      scenarios: [{ id: first?.id ?? '', status: 'omitted', reason: 'left out by --skip' }, ...others],
    }),
    /did not run: left out by --skip/,
  ],
])('a well-signed certificate that %s does not hold', async (_, change, sentence) => {
  const { certificate, key, verified, write, text } = await issued();
  const statement = statementIn(certificate);
  write(signed(JSON.stringify({ ...statement, ...change(statement) }), key));
  expect(await verified('a.key.pub')).toBe(1);
  expect(text()).toMatch(sentence);
});

test('scenarios of another version are not counted against a certificate, and that is said', async () => {
  const { certificate, key, verified, write, text } = await issued();
  const statement = statementIn(certificate);
  const suite = { ...statement.suite, digest: '0'.repeat(64) };
  write(signed(JSON.stringify({ ...statement, suite, scenarios: [] }), key));
  expect(await verified('a.key.pub')).toBe(0);
  expect(text()).toContain('issued for other scenarios');
});

test.each(['results.json', 'journal.ndjson', 'exchanges.har', 'allure-results/a-result.json'])(
  '%s cannot be changed or taken away without notice',
  async (name) => {
    const { cwd, verified, text } = await issued();
    appendFileSync(join(cwd, 'results', name), ' ');
    expect(await verified('a.key.pub', ['results'])).toBe(1);
    expect(text()).toContain(`results: ${name} is not what was certified`);
    rmSync(join(cwd, 'results', name));
    expect(await verified('a.key.pub', ['results'])).toBe(1);
    expect(text()).toContain(`results: ${name} is missing`);
  },
);

test('misuse is told from a certificate that does not hold', async () => {
  const { cwd, verified } = await issued();
  await expect(verified('nowhere.pub')).rejects.toThrow('--key: nowhere.pub cannot be read');
  writeFileSync(
    join(cwd, 'rsa.pub'),
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' }),
  );
  await expect(verified('rsa.pub')).rejects.toThrow('is no public Ed25519 key');
  await expect(verified(undefined, ['results', 'results'])).rejects.toThrow('rests on 1 folders, and 2 are given');
  await expect(verified(undefined, ['nowhere'])).rejects.toThrow('nowhere is no folder');
  rmSync(join(cwd, 'c.json'));
  await expect(verified()).rejects.toThrow('c.json cannot be read');
});
