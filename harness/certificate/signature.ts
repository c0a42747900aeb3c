import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Certificate } from '#schemas';

/** Tells this use of a key from every other one, so that nothing else it signed passes for a certificate. */
const type = 'conformance-certificate+json';

interface Header {
  readonly alg?: unknown;
  readonly typ?: unknown;
  readonly kid?: unknown;
  readonly jwk?: unknown;
}

export type Opened =
  | { readonly ok: true; readonly payload: string; readonly keyId: string }
  | { readonly ok: false; readonly reason: string };

/** The text, signed: the bytes that were signed lie in the certificate, so that nobody has to write them again. */
export const signed = (text: string, key: KeyObject): Certificate => {
  const publicKey = createPublicKey(key);
  const header = { alg: 'EdDSA', typ: type, kid: keyIdOf(publicKey), jwk: publicKey.export({ format: 'jwk' }) };
  const parts = { protected: encoded(JSON.stringify(header)), payload: encoded(text) };
  return { ...parts, signature: sign(null, signedBytes(parts), key).toString('base64url') };
};

/** The text again, when the key signed it; without a key, the one the certificate names itself. */
export const opened = (certificate: Certificate, trusted: KeyObject | undefined): Opened => {
  const header = headerOf(certificate.protected);
  if (header?.alg !== 'EdDSA' || header.typ !== type)
    return { ok: false, reason: 'its header is not one of a certificate' };
  const own = keyFrom(header.jwk);
  if (own === undefined) return { ok: false, reason: 'its header holds no Ed25519 key' };
  const keyId = keyIdOf(own);
  if (header.kid !== keyId) return { ok: false, reason: 'its header names another key than it holds' };
  if (trusted !== undefined && keyIdOf(trusted) !== keyId)
    return { ok: false, reason: `it was signed with the key ${keyId}, not with ${keyIdOf(trusted)}` };
  const signature = Buffer.from(certificate.signature, 'base64url');
  // One signature has one spelling: what decodes to the same bytes is still another text.
  const isSpelled = signature.toString('base64url') === certificate.signature;
  if (!isSpelled || !verify(null, signedBytes(certificate), own, signature))
    return { ok: false, reason: 'its signature is not of this text: somebody changed it' };
  return { ok: true, payload: Buffer.from(certificate.payload, 'base64url').toString('utf8'), keyId };
};

/** The thumbprint of RFC 7638. */
export const keyIdOf = (publicKey: KeyObject): string => {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
};

const signedBytes = (parts: Pick<Certificate, 'protected' | 'payload'>): Buffer =>
  Buffer.from(`${parts.protected}.${parts.payload}`, 'ascii');

const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

const headerOf = (text: string): Header | undefined => {
  try {
    const header: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? header : undefined;
  } catch {
    return undefined;
  }
};

const keyFrom = (jwk: unknown): KeyObject | undefined => {
  try {
    const key = createPublicKey({ key: jwk as Record<string, string>, format: 'jwk' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
};
