import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, type CertificateEnvelope, type CertificateStatement, validate } from '#schemas';
import { expect, test } from 'vitest';
import { certify } from '../cli/commands/certify.ts';
import { verify } from '../cli/commands/verify.ts';
import { journalOf, runFolder, cliContextIn } from '#lab/doubles/reports/certified-run';
import { testFolder } from '#lab/doubles/test-folder';
import { enveloped, preAuthenticated } from './envelope.ts';
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
  const envelope = join(cwd, 'c.intoto.json');
  return {
    cwd,
    text,
    envelope: JSON.parse(readFileSync(envelope, 'utf8')) as CertificateEnvelope,
    writeEnvelope: (content: unknown) => writeFileSync(envelope, JSON.stringify(content)),
    verifiedEnvelope: async (named?: string, evidence?: readonly string[]) =>
      await verify({ file: 'c.intoto.json', key: named, evidence }, context),
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
  expect(text()).toContain('which is part of the certificate');
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
  write(await forge(certificate, key));
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
  write(await signed(JSON.stringify({ ...statement, ...change(statement) }), key));
  expect(await verified('a.key.pub')).toBe(1);
  expect(text()).toMatch(sentence);
});

test('scenarios of another version are not counted against a certificate, and that is said', async () => {
  const { certificate, key, verified, write, text } = await issued();
  const statement = statementIn(certificate);
  const suite = { ...statement.suite, digest: '0'.repeat(64) };
  write(await signed(JSON.stringify({ ...statement, suite, scenarios: [] }), key));
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

interface Attestation {
  readonly subject: readonly unknown[];
  readonly predicate: Readonly<Record<string, unknown>>;
}
const attestationIn = ({ payload }: CertificateEnvelope): Attestation =>
  JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Attestation;

test('the same certificate is an in-toto test result, and verify says which of the two it read', async () => {
  const { cwd, certificate, envelope, verified, verifiedEnvelope, text } = await issued();
  expect(validate('certificate-envelope', envelope)).toEqual([]);
  const { requirements, evidence } = statementIn(certificate);
  const journal = evidence[0]?.files.find(({ path }) => path === 'journal.ndjson');
  expect(attestationIn(envelope)).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'Shop journal.ndjson', digest: { sha256: journal?.sha256 } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'PASSED',
      configuration: [{ name: 'register 2.2.0' }, { name: 'merchant suite' }, { name: 'settings' }],
      passedTests: requirements.map(({ id }) => id),
      warnedTests: [],
      failedTests: [],
    },
  });
  expect(await verifiedEnvelope('a.key.pub', ['results'])).toMatchObject({
    code: 0,
    answer: { form: 'in-toto', isTrusted: true },
  });
  expect(text()).toContain('Read as an in-toto Test Result in a DSSE envelope.');
  await verified('a.key.pub');
  expect(text()).toContain('Read as a JSON Web Signature.');
  appendFileSync(join(cwd, 'results', 'journal.ndjson'), ' ');
  expect((await verifiedEnvelope('a.key.pub', ['results'])).code).toBe(1);
});

test('an envelope brings no key, and holds with no other than the one that signed it', async () => {
  const { envelope, verifiedEnvelope, writeEnvelope } = await issued();
  await expect(verifiedEnvelope()).rejects.toThrow('--key: an in-toto envelope does not bring its key');
  expect((await verifiedEnvelope('b.key.pub')).code).toBe(1);
  const [first] = envelope.signatures;
  // A key id is a hint, and others may have signed it too.
  writeEnvelope({ ...envelope, signatures: [{ keyid: 'x', sig: 'AAAA' }, { sig: first?.sig }] });
  expect((await verifiedEnvelope('a.key.pub')).code).toBe(0);
});

test('a change of any character of an envelope is noticed', async () => {
  const { envelope, verifiedEnvelope, writeEnvelope } = await issued();
  const [{ sig }] = envelope.signatures;
  const other = (text: string, place: number): string =>
    text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1);
  const places = (text: string) => Array.from({ length: 15 }, (_, index) => Math.floor((index * text.length) / 15));
  for (const changed of [
    { ...envelope, payloadType: 'application/vnd.in-toto.test-result+json' },
    ...places(envelope.payload).map((place) => ({ ...envelope, payload: other(envelope.payload, place) })),
    ...[...places(sig), sig.length - 3].map((place) => ({ ...envelope, signatures: [{ sig: other(sig, place) }] })),
    { ...envelope, signatures: [] },
    { ...envelope, payload: ` ${envelope.payload}` },
  ]) {
    writeEnvelope(changed);
    expect((await verifiedEnvelope('a.key.pub')).code).toBe(1);
  }
});

test.each<[string, (attestation: Attestation) => object, RegExp]>([
  [
    'passes a test that the certificate has not',
    ({ predicate }) => ({ predicate: { ...predicate, passedTests: ['a/b'] } }),
    /says something else/,
  ],
  ['is about something else', () => ({ subject: [{ name: 'x', digest: { sha256: '0' } }] }), /says something else/],
  [
    'has no statement of a certificate',
    () => ({ predicate: { result: 'PASSED', configuration: [] } }),
    /no statement of a certificate/,
  ],
  ['is of another type', () => ({ predicateType: 'https://slsa.dev/provenance/v1' }), /says something else/],
])('a well-signed test result that %s does not hold', async (_, change, sentence) => {
  const { envelope, key, text, verifiedEnvelope, writeEnvelope } = await issued();
  const attestation = attestationIn(envelope);
  writeEnvelope(await enveloped(JSON.stringify({ ...attestation, ...change(attestation) }), key));
  expect((await verifiedEnvelope('a.key.pub')).code).toBe(1);
  expect(text()).toMatch(sentence);
});

test('what is signed is what DSSE has signed', () => {
  // The example of the specification of DSSE v1.
  expect(preAuthenticated('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
});
