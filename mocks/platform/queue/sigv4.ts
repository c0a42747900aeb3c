import { createHmac, hash, type KeyObject } from 'node:crypto';
import type { Arrival } from '#mocks/hosting';
import { createSigningKeys, equalInConstantTime } from '../signatures/signing-keys.ts';
import { SqsError } from './wire/sqs-error.ts';
import { getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';

const allowedSkewMs = 15 * 60_000;
const service = 'sqs';

export interface SigV4Settings {
  readonly region: string;
  readonly secretOf: (accessKeyId: string) => string | undefined;
  /** Real time: a client's SDK knows nothing of a clock that is moved by hand. */
  readonly wallNow: () => number;
}

/** Checks a request's AWS signature and says whose it is; throws what AWS would answer. */
export const verifySigV4 = (
  request: Pick<Arrival, 'method' | 'url' | 'headers'>,
  bytes: Uint8Array,
  settings: SigV4Settings,
): string => {
  const authorization = parseAuthorization(request.headers['authorization']);
  const { accessKeyId, day, region, signedHeaders } = authorization;
  const secretAccessKey = settings.secretOf(accessKeyId);
  if (secretAccessKey === undefined)
    throw new SqsError('InvalidClientTokenId', 'The security token included in the request is invalid.');
  if (region !== settings.region)
    throw mismatch(`Credential should be scoped to a valid region, ${settings.region}, not ${region}.`);
  if (authorization.service !== service)
    throw mismatch(`Credential should be scoped to correct service: '${service}'.`);
  if (!signedHeaders.includes('host')) throw mismatch("'Host' must be a 'SignedHeader' in the AWS Authorization.");
  const longDate = request.headers['x-amz-date'] ?? '';
  checkSkew(parseAmzDate(longDate), settings.wallNow());
  if (longDate.slice(0, 8) !== day) throw mismatch('Date in Credential scope does not match X-Amz-Date.');
  // Otherwise the date could be changed after signing.
  if (!signedHeaders.includes('x-amz-date')) throw mismatch("'X-Amz-Date' must be a 'SignedHeader'.");
  const payloadHash = hash('sha256', bytes, 'hex');
  checkPayloadHash(request.headers['x-amz-content-sha256'], payloadHash);

  // Only what the client signed; a request that came without a socket lacks the two headers a socket adds.
  const valueOf = (name: string): string => {
    if (name === 'host') return new URL(request.url).host;
    return name === 'content-length' ? `${bytes.byteLength}` : '';
  };
  const headers = new Map<string, string>();
  for (const name of authorization.names) headers.set(name, request.headers[name] ?? valueOf(name));
  const canonical = canonicalRequest({ method: request.method, url: request.url, headers }, payloadHash);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${longDate}\n${scope}\n${hash('sha256', canonical, 'hex')}`;
  const expected = createHmac('sha256', signingKey(secretAccessKey, day, region))
    .update(text)
    .digest('hex');
  if (!equalInConstantTime(expected, authorization.signature))
    throw mismatch(
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
    );
  return accessKeyId;
};

const keys = createSigningKeys();

/** Four digests a key, and a client signs with the same one all day. */
const signingKey = (secretAccessKey: string, day: string, region: string): KeyObject =>
  keys(`${day} ${region} ${secretAccessKey}`, () =>
    [day, region, service, 'aws4_request'].reduce(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      Buffer.from(`AWS4${secretAccessKey}`),
    ),
  );

const mismatch = (message: string) => new SqsError('SignatureDoesNotMatch', message);

interface Scope {
  readonly accessKeyId: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** As they were given. */
  readonly signedHeaders: readonly string[];
  /** Of them, in lower case and in order. */
  readonly names: readonly string[];
}

/** As every SDK writes it. Others are looked at part by part. */
const usualAuthorization =
  /^AWS4-HMAC-SHA256 Credential=([^/, ]+)\/([^/, ]+)\/([^/, ]+)\/([^/, ]+)\/aws4_request, ?SignedHeaders=([^,; ]+(?:;[^,; ]+)*), ?$/;
const beforeSignature = 'Signature=';
const usualSignature = /^[^, ]+$/;

/** A client says the same all day, but for the signature at the end. */
const scopes = new Map<string, Scope>();
const mostScopes = 100;
const longestScope = 1000;

const usualScope = (text: string): Scope | undefined => {
  const known = scopes.get(text);
  if (known !== undefined) return known;
  const [, accessKeyId = '', day = '', region = '', service = '', names] = usualAuthorization.exec(text) ?? [];
  if (names === undefined) return undefined;
  const scope = toScope([accessKeyId, day, region, service], names.split(';'));
  if (scopes.size >= mostScopes) scopes.clear();
  if (text.length <= longestScope) scopes.set(text, scope);
  return scope;
};

const toScope = (
  [accessKeyId = '', day = '', region = '', service = '']: readonly string[],
  signedHeaders: readonly string[],
): Scope => {
  const names = [...new Set(signedHeaders.map((name) => name.toLowerCase()))].sort();
  return { accessKeyId, day, region, service, signedHeaders, names };
};

const parseAuthorization = (header: string | undefined): Scope & { readonly signature: string } => {
  if (header === undefined || !header.startsWith('AWS4-HMAC-SHA256'))
    throw new SqsError('MissingAuthenticationToken', 'Request is missing Authentication Token');
  const end = header.lastIndexOf(beforeSignature);
  const usual = end < 0 ? undefined : usualScope(header.slice(0, end));
  const last = header.slice(end + beforeSignature.length);
  if (usual !== undefined && usualSignature.test(last)) return { ...usual, signature: last };
  const part = (pattern: RegExp) => pattern.exec(header)?.[1] ?? '';
  const scope = part(/[ ,]Credential=([^, ]+)/).split('/');
  const signedHeaders = part(/[ ,]SignedHeaders=([^, ]+)/)
    .split(';')
    .filter(Boolean);
  const signature = part(/[ ,]Signature=([^, ]+)/);
  if (scope[4] !== 'aws4_request' || signedHeaders.length === 0 || signature === '')
    throw new SqsError('IncompleteSignature', 'Authorization header requires Credential, SignedHeaders and Signature.');
  return { ...toScope(scope, signedHeaders), signature };
};

const parseAmzDate = (header: string): number => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(header);
  const [, year, month, day, hour, minute, second] = match ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at))
    throw new SqsError('IncompleteSignature', "Date must be in ISO-8601 'basic format' in X-Amz-Date.");
  return at;
};

const toAmzDate = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

const checkSkew = (signedAt: number, now: number): void => {
  if (Math.abs(signedAt - now) <= allowedSkewMs) return;
  const [signed, current] = [toAmzDate(signedAt), toAmzDate(now)];
  if (signedAt < now)
    throw mismatch(
      `Signature expired: ${signed} is now earlier than ${toAmzDate(now - allowedSkewMs)} (${current} - 15 min.)`,
    );
  throw mismatch(
    `Signature not yet current: ${signed} is still later than ${toAmzDate(now + allowedSkewMs)} (${current} + 15 min.)`,
  );
};

/** A client that names the hash of another body has signed another body. */
const checkPayloadHash = (claimed: string | undefined, actual: string): void => {
  if (claimed !== undefined && claimed.toLowerCase() !== actual)
    throw mismatch("The provided 'x-amz-content-sha256' header does not match what was computed.");
};

/** A request as its client signed it. */
export interface SignedRequest {
  readonly method: string;
  /** Absolute, in its normal form. */
  readonly url: string;
  /** The signed ones, whatever their names, in the order of those. */
  readonly headers: ReadonlyMap<string, string>;
}

export const canonicalRequest = ({ method, url, headers }: SignedRequest, payloadHash: string): string => {
  const [, path] = plainAddress.exec(url) ?? [];
  if (path !== undefined) return plainRequest(method, path, headers, payloadHash);
  const { pathname, searchParams } = new URL(url);
  const query = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  return canonical.of(method, pathname, query, headers, payloadHash);
};

/** Whatever its parts are, they stand in the canonical form as they are: nothing to escape, nothing to leave out. */
const plainAddress = /^http:\/\/[^/?#]+((?:\/[\w-][\w.~-]*)+|\/)$/;

const plainRequest = (method: string, path: string, headers: SignedRequest['headers'], payloadHash: string): string => {
  let text = `${method}\n${path}\n\n`;
  let names = '';
  for (const [name, value] of headers) {
    text += `${name}:${spaced(value)}\n`;
    names += names === '' ? name : `;${name}`;
  }
  return `${text}\n${names}\n${payloadHash}`;
};

/** Few values have anything else than single blanks between their words, and to look for it costs less than to write it anew. */
const spaced = (value: string): string => {
  const trimmed = value.trim();
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
};

/** The library shows its canonical form to heirs only; its own signing makes four keys and ten promises a request. */
class Canonical extends SignatureV4 {
  of(
    method: string,
    path: string,
    query: Record<string, string[]>,
    headers: SignedRequest['headers'],
    payloadHash: string,
  ): string {
    const request = {
      method,
      protocol: 'http:',
      hostname: '',
      path,
      query,
      headers: Object.fromEntries(headers),
    };
    // Named, or user-agent and others that older SDKs sign are left out.
    const signed = getCanonicalHeaders(request, undefined, new Set(headers.keys()));
    return this.createCanonicalRequest(request, signed, payloadHash);
  }
}

const unused = () => {
  throw new Error('only the canonical form is asked of this signer');
};

const canonical = new Canonical({ service: '', region: '', credentials: unused, sha256: unused as never });
