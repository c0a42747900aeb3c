import { getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';

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
