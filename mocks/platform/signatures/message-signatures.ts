import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignConfig, VerifyConfig } from 'http-message-signatures';
import { MissingPackageError, optionalPackage } from '#mocks/hosting';
import { refuse, type SignableMessage, type SignatureScheme, type Verification } from './scheme.ts';

/** RFC 9421 HTTP Message Signatures with HMAC-SHA256; the key id is the API key. */
export interface MessageSignatureSettings {
  /** What must be covered, such as @method, @target-uri, content-digest. */
  readonly components: readonly string[];
}

type Library = typeof import('http-message-signatures')['httpbis'];

/** Few sign this way. */
export const loadMessageSignatures = (): Promise<Library> =>
  optionalPackage(
    'http-message-signatures',
    'messageSignatures',
    async () => (await import('http-message-signatures')).httpbis,
  );

const algorithm = 'hmac-sha256';

export const createMessageSignatureScheme = ({ components }: MessageSignatureSettings): SignatureScheme => ({
  async verify(message, { secretOf, now, skewMs }) {
    if (!message.headers.has('signature') || !message.headers.has('signature-input'))
      return refuse('missing', 'The Signature and Signature-Input headers are missing.');
    const problem = digestProblem(message);
    if (problem !== undefined) return problem;
    // The last signature looked at decides; a message with several is good when that one is.
    let outcome: Verification = refuse('malformed', 'The signature covers too little or cannot be read.');
    const keyLookup = async ({ keyid }: { readonly keyid?: unknown }) => {
      const apiKey = typeof keyid === 'string' ? keyid : '';
      const secret = secretOf(apiKey);
      if (secret === undefined) outcome = refuse('unknown-key', 'No credentials were issued with this key id.', apiKey);
      return secret === undefined
        ? null
        : {
            id: apiKey,
            algs: [algorithm],
            verify: async (data: Buffer, signature: Buffer, parameters?: { readonly created?: unknown }) => {
              const equal = timingSafeEqual(sha256(hmac(secret, data)), sha256(signature));
              const created = parameters?.created instanceof Date ? parameters.created.getTime() : Number.NaN;
              const fresh = Math.abs(now - created) <= skewMs;
              if (!equal) outcome = refuse('mismatch', 'The signature does not fit this request.', apiKey);
              else if (!fresh)
                outcome = refuse('stale', `The signature was not created within ${skewMs / 1000} s.`, apiKey);
              else outcome = { ok: true, apiKey };
              return outcome.ok;
            },
          };
    };
    try {
      // Ages are checked above, against the clock that was given: the library knows only the real one.
      await verifyBy(
        {
          keyLookup,
          // By name alone: the library does not tell `@method` from `@method;req`.
          requiredFields: components.filter((component) => isThere(component, message.headers)).map(nameOf),
          requiredParams: ['created', 'keyid'],
          notAfter: Number.MAX_SAFE_INTEGER,
          tolerance: Number.MAX_SAFE_INTEGER,
        },
        message,
      );
    } catch (error) {
      if (error instanceof MissingPackageError) throw error;
      return outcome.ok ? refuse('malformed', 'The signature cannot be read.') : outcome;
    }
    return outcome;
  },
  async sign(message, { apiKey, secret }, now) {
    const digest = `sha-256=:${sha256(message.body).toString('base64')}:`;
    const withDigest = new Headers(message.headers);
    if (components.includes('content-digest')) withDigest.set('content-digest', digest);
    const signed = await signBy(
      {
        key: { id: apiKey, alg: algorithm, sign: async (data) => hmac(secret, data) },
        fields: components.filter((component) => isThere(component, withDigest)),
        params: ['created', 'keyid', 'alg'],
        paramValues: { created: new Date(now) },
      },
      { ...message, headers: withDigest },
    );
    const added = new Headers(Object.entries(signed.headers).map(([name, value]) => [name, String(value)]));
    return Object.fromEntries([...added].filter(([name]) => !message.headers.has(name)));
  },
});

/** A covered content-digest says nothing unless it is that of the body. */
const digestProblem = ({ headers, body }: SignableMessage): Verification | undefined => {
  const header = headers.get('content-digest');
  if (header === null) return undefined;
  const digests = [...header.matchAll(/(sha-256|sha-512)=:([^:]*):/g)];
  const right = digests.every(
    ([, name = '', value]) => createHash(name.replace('-', '')).update(body).digest('base64') === value,
  );
  return digests.length > 0 && right ? undefined : refuse('mismatch', 'Content-Digest is not that of the body.');
};

const nameOf = (component: string): string => component.split(';')[0] ?? component;

/** A header a message does not have cannot be covered, such as the content type of a GET; a digest it must have. */
const isThere = (component: string, headers: Headers): boolean =>
  component.startsWith('@') || component.includes(';') || component === 'content-digest' || headers.has(component);

/** A response goes with the request it answers, of which `;req` components are. */
const signBy = async (config: SignConfig, { method, url, headers, status }: SignableMessage) => {
  const httpbis = await loadMessageSignatures();
  const own = Object.fromEntries(headers);
  return status === undefined
    ? httpbis.signMessage(config, { method, url, headers: own })
    : httpbis.signMessage(config, { status, headers: own }, { method, url, headers: {} });
};

const verifyBy = async (config: VerifyConfig, { method, url, headers, status }: SignableMessage) => {
  const httpbis = await loadMessageSignatures();
  const own = Object.fromEntries(headers);
  return status === undefined
    ? httpbis.verifyMessage(config, { method, url, headers: own })
    : httpbis.verifyMessage(config, { status, headers: own }, { method, url, headers: {} });
};

const hmac = (secret: string, data: Uint8Array) => createHmac('sha256', secret).update(data).digest();
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
