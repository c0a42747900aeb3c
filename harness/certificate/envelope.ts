import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { CertificateEnvelope } from '#schemas';
import { misuse } from '../config/usage-error.ts';
import { changed, isSpelled, keyIdOf, type Opened, textIn } from './signature.ts';

const payloadType = 'application/vnd.in-toto+json';

/** What is signed: the type together with the bytes, each with its length (DSSE v1, PAE). */
export const preAuthenticated = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body]);

/** The text in an envelope of DSSE, as other tools of the supply chain read it. */
export const enveloped = async (text: string, key: KeyObject): Promise<CertificateEnvelope> => {
  const body = Buffer.from(text);
  const sig = sign(null, preAuthenticated(payloadType, body), key).toString('base64');
  const keyid = await keyIdOf(createPublicKey(key));
  return { payloadType, payload: body.toString('base64'), signatures: [{ keyid, sig }] };
};

/** The text again, when one of its signatures is the key's. An envelope brings no key of its own. */
export const unwrapped = async (
  { payload, signatures }: CertificateEnvelope,
  trusted: KeyObject | undefined,
): Promise<Opened> => {
  if (trusted === undefined)
    throw misuse('--key', 'an in-toto envelope does not bring its key. Give the public key that you trust.');
  const body = preAuthenticated(payloadType, Buffer.from(payload, 'base64'));
  // What a signature says of its key is a hint, and not signed itself.
  const isSigned = ({ sig }: { readonly sig: string }): boolean =>
    isSpelled(sig, 'base64') && verify(null, body, trusted, Buffer.from(sig, 'base64'));
  if (!isSpelled(payload, 'base64') || !signatures.some(isSigned)) return changed;
  const text = textIn(payload, 'base64');
  return text === undefined
    ? { ok: false, reason: 'what was signed is no text' }
    : { ok: true, payload: text, keyId: await keyIdOf(trusted) };
};
