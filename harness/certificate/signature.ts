import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, exportJWK, FlattenedSign, flattenedVerify, type JWK } from 'jose';
import type { Certificate } from '#schemas';
import { unambiguousJson } from './unambiguous-json.ts';

/** Tells this use of a key from every other one, so that nothing else it signed passes for a certificate. */
const type = 'conformance-certificate+json';

export type Opened =
  | { readonly ok: true; readonly payload: string; readonly keyId: string }
  | { readonly ok: false; readonly reason: string };

export const changed: Opened = { ok: false, reason: 'its signature is not of this text: somebody changed it' };

/** The text, signed: the bytes that were signed lie in the certificate, so that nobody has to write them again. */
export const signed = async (text: string, key: KeyObject): Promise<Certificate> => {
  const publicKey = createPublicKey(key);
  const header = { alg: 'EdDSA', typ: type, kid: await keyIdOf(publicKey), jwk: await exportJWK(publicKey) };
  const signing = new FlattenedSign(new TextEncoder().encode(text)).setProtectedHeader(header);
  const { protected: written = '', payload, signature } = await signing.sign(key);
  return { protected: written, payload, signature };
};

/** The text again, when the key signed it; without a key, the one the certificate names itself. */
export const opened = async (certificate: Certificate, trusted: KeyObject | undefined): Promise<Opened> => {
  const header = unambiguousJson(textIn(certificate.protected, 'base64url') ?? '');
  const { alg, typ, kid, jwk, crit } = Object(header) as Readonly<Record<string, unknown>>;
  if (alg !== 'EdDSA' || typ !== type) return { ok: false, reason: 'its header is not one of a certificate' };
  // RFC 7515, 4.1.11: whoever does not know an extension it names has to refuse it, and we know none.
  if (crit !== undefined) return { ok: false, reason: 'its header names extensions that must be understood' };
  if (Object(jwk).crv !== 'Ed25519') return { ok: false, reason: 'its header holds no Ed25519 key' };
  const keyId = await calculateJwkThumbprint(jwk as JWK).catch(() => undefined);
  if (keyId === undefined || kid !== keyId) return { ok: false, reason: 'its header names another key than it holds' };
  const trustedId = trusted && (await keyIdOf(trusted));
  if (trustedId !== undefined && trustedId !== keyId)
    return { ok: false, reason: `it was signed with the key ${keyId}, not with ${trustedId}` };
  if (!isSpelled(certificate.signature, 'base64url')) return changed;
  try {
    await flattenedVerify(certificate, EmbeddedJWK, { algorithms: ['EdDSA'] });
  } catch {
    return changed;
  }
  const payload = textIn(certificate.payload, 'base64url');
  return payload === undefined ? { ok: false, reason: 'what was signed is no text' } : { ok: true, payload, keyId };
};

/** The thumbprint of RFC 7638. */
export const keyIdOf = async (publicKey: KeyObject): Promise<string> =>
  await calculateJwkThumbprint(await exportJWK(publicKey));

/** One signature has one spelling: what decodes to the same bytes is still another text. */
export const isSpelled = (text: string, encoding: 'base64' | 'base64url'): boolean =>
  Buffer.from(text, encoding).toString(encoding) === text;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const textIn = (encoded: string, encoding: 'base64' | 'base64url'): string | undefined => {
  try {
    return utf8.decode(Buffer.from(encoded, encoding));
  } catch {
    return undefined;
  }
};
