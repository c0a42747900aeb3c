import { createHash } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';
import { NodeSha256 } from './node-sha256.fixture.ts';
import { verifySigV4 } from './sigv4.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const settings = {
  region: 'eu-test-1',
  secretOf: (id: string) => (id === 'AKIA1' ? 'secret' : undefined),
  wallNow: () => now,
};

/** A request as an SDK signs it; `change` is what happens to it afterwards. */
const signed = async (
  more: { headers?: Record<string, string>; region?: string; service?: string; at?: number } = {},
  change: { headers?: Record<string, string>; body?: string } = {},
) => {
  const signer = new SignatureV4({
    credentials: { accessKeyId: 'AKIA1', secretAccessKey: 'secret' },
    region: more.region ?? 'eu-test-1',
    service: more.service ?? 'sqs',
    sha256: NodeSha256,
    applyChecksum: false,
  });
  const body = 'Action=ReceiveMessage';
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: 'queue.example',
      path: '/000000000000/one.fifo',
      headers: { host: 'queue.example:8080', 'user-agent': 'old sdk', ...more.headers },
      body,
    },
    { signingDate: new Date(more.at ?? now), signableHeaders: new Set(['user-agent', 'host']) },
  );
  const sent = change.body ?? body;
  const request = new Request('http://queue.example:8080/000000000000/one.fifo', {
    method: 'POST',
    headers: { ...headers, ...change.headers },
    body: sent,
  });
  try {
    return verifySigV4(
      { ...request, method: request.method, url: request.url, headers: Object.fromEntries(request.headers) },
      Buffer.from(sent),
      settings,
    );
  } catch (error) {
    return (error as Error).name;
  }
};

test('a signed request is known by its key, with the port in the host and a header most SDKs leave out', async () => {
  expect(await signed()).toBe('AKIA1');
});

test.each(['old  sdk', ' old sdk ', 'old\tsdk', 'an old sdk of \t many  blanks'])(
  'the blanks of a header count as AWS counts them: "%s"',
  async (agent) => {
    expect(await signed({ headers: { 'user-agent': agent } })).toBe('AKIA1');
  },
);

test('that a client has said the same before vouches for nothing', async () => {
  expect([await signed(), await signed({}, { body: 'Action=DeleteMessage' }), await signed()]).toEqual([
    'AKIA1',
    'SignatureDoesNotMatch',
    'AKIA1',
  ]);
});

test('a changed body is refused, also behind a content hash that was signed', async () => {
  const tampered = { body: 'Action=DeleteMessage' };
  expect(await signed({}, tampered)).toBe('SignatureDoesNotMatch');
  const hash = { headers: { 'x-amz-content-sha256': sha256('Action=ReceiveMessage') } };
  expect(await signed(hash)).toBe('AKIA1');
  expect(await signed(hash, tampered)).toBe('SignatureDoesNotMatch');
  expect(await signed({ headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })).toBe('SignatureDoesNotMatch');
});

test('another host, region or service is refused', async () => {
  expect(await signed({}, { headers: { host: 'queue.example' } })).toBe('SignatureDoesNotMatch');
  expect(await signed({ region: 'us-east-1' })).toBe('SignatureDoesNotMatch');
  expect(await signed({ service: 'sns' })).toBe('SignatureDoesNotMatch');
});

test('fifteen minutes of clock difference pass, more does not', async () => {
  const minutes = (count: number) => signed({ at: now + count * 60_000 });
  expect(await Promise.all([-15, 15, -16, 16].map(minutes))).toEqual([
    'AKIA1',
    'AKIA1',
    'SignatureDoesNotMatch',
    'SignatureDoesNotMatch',
  ]);
});

test.each([
  ['', 'MissingAuthenticationToken'],
  ['Bearer x', 'MissingAuthenticationToken'],
  ['AWS4-HMAC-SHA256 ', 'IncompleteSignature'],
  ['AWS4-HMAC-SHA256 Credential=AKIA1/20261121/eu-test-1/sqs/aws4_request, SignedHeaders=host', 'IncompleteSignature'],
  [
    'AWS4-HMAC-SHA256 Credential=NOBODY/20261121/eu-test-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
    'InvalidClientTokenId',
  ],
  [
    'AWS4-HMAC-SHA256 Credential=AKIA1/20261121/eu-test-1/sqs/aws4_request, SignedHeaders=x-amz-date, Signature=0',
    'SignatureDoesNotMatch',
  ],
  [
    'AWS4-HMAC-SHA256 Credential=AKIA1/20261120/eu-test-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
    'SignatureDoesNotMatch',
  ],
  [
    'AWS4-HMAC-SHA256 Credential=AKIA1/20261121/eu-test-1/sqs/aws4_request, SignedHeaders=host, Signature=é',
    'SignatureDoesNotMatch',
  ],
])('the authorization "%s" is %s', async (authorization, error) => {
  expect(await signed({}, { headers: { authorization } })).toBe(error);
});

test('a date that is no date is refused', async () => {
  expect(await signed({}, { headers: { 'x-amz-date': '20261399T000000Z' } })).toBe('IncompleteSignature');
});
