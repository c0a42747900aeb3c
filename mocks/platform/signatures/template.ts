/**
 * A signature scheme as data. Texts hold placeholders in braces, each with transforms behind bars:
 * `{path|strip:/shop|upper}`. Placeholders: apiKey, method, path, query, target (path with query), host, timestamp, nonce,
 * body, bodyHash, status, and in headers also signature.
 */
export interface SignatureTemplate {
  readonly headers: Readonly<Record<string, string>>;
  readonly signedParts: readonly string[];
  /** What stands between the parts. */
  readonly join: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  readonly encoding: Encoding;
  /** How the secret's text becomes key bytes. */
  readonly secretEncoding: 'utf8' | Encoding;
  readonly timestamp: 's' | 'ms' | 'iso';
  readonly bodyHash: {
    readonly algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
    readonly encoding: Encoding;
    /** `omit` leaves out the parts that hold it, with their separator. */
    readonly whenEmpty: 'hash' | 'omit';
  };
}

export type Encoding = 'hex' | 'base64' | 'base64url';

/** assume/signature-scheme: the specification shows no algorithm and no headers. */
export const defaultTemplate: SignatureTemplate = {
  headers: { 'X-Api-Key': '{apiKey}', 'X-Timestamp': '{timestamp}', 'X-Signature': '{signature}' },
  signedParts: ['{method}', '{target}', '{timestamp}', '{bodyHash}'],
  join: '\n',
  algorithm: 'sha256',
  encoding: 'hex',
  secretEncoding: 'utf8',
  timestamp: 's',
  bodyHash: { algorithm: 'sha256', encoding: 'hex', whenEmpty: 'hash' },
};
