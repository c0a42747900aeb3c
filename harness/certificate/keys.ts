import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { misuse, UsageError } from '../config/usage-error.ts';

/** Writes a new private key (PKCS#8 PEM, for its owner only) and `FILE.pub` beside it. Never over an existing file. */
export const writeNewKey = (
  given: string,
  cwd: string,
): { readonly publicKey: KeyObject; readonly publicFile: string } => {
  const key = '--new-key';
  for (const file of [given, `${given}.pub`])
    if (existsSync(resolve(cwd, file))) throw misuse(key, `${file} exists, and a key is never overwritten.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  try {
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(resolve(cwd, given), pem, { mode: 0o600, flag: 'wx' });
    writeFileSync(resolve(cwd, `${given}.pub`), publicKey.export({ format: 'pem', type: 'spki' }), { flag: 'wx' });
  } catch (error) {
    throw misuse(key, `${given} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  return { publicKey, publicFile: `${given}.pub` };
};

export const readPrivateKey = (given: string, cwd: string): KeyObject =>
  keyIn(given, cwd, createPrivateKey, 'private Ed25519 key in PEM. conformance certify --new-key FILE makes one');

/** Of a public key, or of a private one. */
export const readPublicKey = (given: string, cwd: string): KeyObject =>
  keyIn(given, cwd, createPublicKey, 'public Ed25519 key in PEM, such as the .pub file beside the private one');

const keyIn = (given: string, cwd: string, read: (pem: string) => KeyObject, wanted: string): KeyObject => {
  const wrong = (what: string): UsageError => misuse('--key', `${given} ${what}.`);
  let pem: string;
  try {
    pem = readFileSync(resolve(cwd, given), 'utf8');
  } catch (error) {
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    const key = read(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, in our words.
  }
  throw wrong(`is no ${wanted}`);
};
