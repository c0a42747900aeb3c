import { createHash } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { serve } from '#mocks/hosting';
import { NodeSha256 } from '#mocks/platform/queue/node-sha256.fixture';

export const credentials = { accessKeyId: 'AKIABUCKET', secretAccessKey: 'a secret of the bucket' };

/** Keys of the one bucket there is, and what they hold. */
export type Stored = Map<string, Uint8Array>;

/**
 * A store as S3 speaks: objects are put, got and listed, so many at a time. Whoever signs a call wrong, or says another hash of its
 * body, is refused.
 */
export const serveBucket = async (bucket: string, { page = 1000, stored = new Map() as Stored } = {}) => {
  const host = await serve(async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const refusal = await refusedBy(request, body);
    if (refusal !== undefined) return error(403, refusal);
    const { pathname, searchParams } = new URL(request.url);
    const [, named = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    if (named !== bucket) return error(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'PUT') {
      stored.set(key, body);
      return new Response(null, { headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } });
    }
    if (searchParams.get('list-type') === '2') return xml(200, listed(stored, searchParams, page));
    const found = stored.get(key);
    return found === undefined ? error(404, 'NoSuchKey') : new Response(Buffer.from(found));
  });
  return { url: host.url, stored, [Symbol.asyncDispose]: async () => await host[Symbol.asyncDispose]() };
};

const refusedBy = async (request: Request, body: Uint8Array): Promise<string | undefined> => {
  const given = request.headers.get('authorization') ?? '';
  const [, accessKeyId, region = '', names = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+)/.exec(given) ?? [];
  if (accessKeyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const hash = request.headers.get('x-amz-content-sha256');
  if (hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  const { protocol, hostname, pathname, searchParams } = new URL(request.url);
  const [date = '', time = ''] = (request.headers.get('x-amz-date') ?? '').split('T');
  const signer = new SignatureV4({ credentials, region, service: 's3', sha256: NodeSha256, uriEscapePath: false });
  const signed = names.split(';').map((name) => [name, request.headers.get(name) ?? ''] as const);
  const { headers } = await signer.sign(
    {
      method: request.method,
      protocol,
      hostname,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(signed),
    },
    {
      signingDate: new Date(
        `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)Z/, '$1:$2:$3Z')}`,
      ),
      signableHeaders: new Set(signed.map(([name]) => name)),
    },
  );
  return headers['authorization'] === given ? undefined : 'SignatureDoesNotMatch';
};

const listed = (stored: Stored, asked: URLSearchParams, page: number): string => {
  const after = asked.get('continuation-token') ?? '';
  const keys = [...stored.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).toSorted();
  const here = keys.slice(0, page);
  const isCut = keys.length > page;
  return [
    `<ListBucketResult><IsTruncated>${isCut}</IsTruncated><KeyCount>${here.length}</KeyCount>`,
    ...here.map((key) => `<Contents><Key>${escaped(key)}</Key><Size>${stored.get(key)?.byteLength}</Size></Contents>`),
    ...(isCut ? [`<NextContinuationToken>${escaped(here.at(-1) ?? '')}</NextContinuationToken>`] : []),
    '</ListBucketResult>',
  ].join('');
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const xml = (status: number, body: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });

const error = (status: number, code: string): Response =>
  xml(status, `<Error><Code>${code}</Code><Message>Refused by the store: ${code}.</Message></Error>`);
