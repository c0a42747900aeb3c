import { getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';

/** A request as its client signed it: `headers` are the signed ones, whatever their names. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The text of a request that AWS signatures cover. */
export const canonicalRequest = (request: SignedRequest, payloadHash: string): string =>
  canonical.of(request, payloadHash);

/** The library shows its canonical form to heirs only; its own signing makes four keys and ten promises a request. */
class Canonical extends SignatureV4 {
  of({ method, path, query, headers }: SignedRequest, payloadHash: string): string {
    const request = {
      method,
      protocol: 'http:',
      hostname: '',
      path,
      query: Object.fromEntries(Object.entries(query).map(([name, values]) => [name, [...values]])),
      headers: { ...headers },
    };
    // Named, or user-agent and others that older SDKs sign are left out.
    const signed = getCanonicalHeaders(request, undefined, new Set(Object.keys(headers)));
    return this.createCanonicalRequest(request, signed, payloadHash);
  }
}

const unused = () => {
  throw new Error('only the canonical form is asked of this signer');
};

const canonical = new Canonical({ service: '', region: '', credentials: unused, sha256: unused as never });
