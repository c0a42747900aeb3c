import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Certificate } from '#schemas';
import { unambiguousJson } from './unambiguous-json.ts';

/** Tells this use of a key from every other one, so that nothing else it signed passes for a certificate. */
const type = 'conformance-certificate+json';

type Header = Readonly<Partial<Record<'alg' | 'typ' | 'kid' | 'jwk' | 'crit', unknown>>>;

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
  // RFC 7515, 4.1.11: whoever does not know an extension it names has to refuse it, and we know none.
  if (header.crit !== undefined) return { ok: false, reason: 'its header names extensions that must be understood' };
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
  const payload = textIn(certificate.payload);
  return payload === undefined ? { ok: false, reason: 'what was signed is no text' } : { ok: true, payload, keyId };
};

/** The thumbprint of RFC 7638. */
export const keyIdOf = (publicKey: KeyObject): string => {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
};

const signedBytes = (parts: Pick<Certificate, 'protected' | 'payload'>): Buffer =>
  Buffer.from(`${parts.protected}.${parts.payload}`, 'ascii');

const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

const headerOf = (encodedHeader: string): Header | undefined => {
  const header = unambiguousJson(textIn(encodedHeader) ?? '');
  return typeof header === 'object' && header !== null ? header : undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const textIn = (encodedText: string): string | undefined => {
  try {
    return utf8.decode(Buffer.from(encodedText, 'base64url'));
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
