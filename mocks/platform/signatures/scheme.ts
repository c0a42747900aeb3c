import type { SignatureProblem } from '#schemas';
import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What a signature can cover. The body is its exact bytes; `path` is as it was sent, without the query. */
export interface SignableMessage {
  readonly method: string;
  /** Absolute, as requested. */
  readonly url: string;
  readonly headers: Headers;
  /** The same by their names in lower case, where they are at hand so: whoever reads these saves the making of the others. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Of the response; absent in a request. */
  readonly status?: number;
}

export interface SigningCredentials {
  readonly apiKey: string;
  readonly secret: string;
}

/** `missing`: no signature at all. `malformed`: not of the scheme's form. `stale`: outside the clock skew. */
export type { SignatureProblem } from '#schemas';

export type Verification =
  | { readonly ok: true; readonly apiKey: string }
  | { readonly ok: false; readonly problem: SignatureProblem; readonly message: string; readonly apiKey?: string };

export interface VerifySettings {
  readonly secretOf: (apiKey: string) => string | undefined;
  /** Real time, epoch ms: a peer's clock knows nothing of one that is moved by hand. */
  readonly now: number;
  readonly skewMs: number;
}

/** A way to sign and verify; a user's own module exports one by the name `scheme`. */
export interface SignatureScheme {
  readonly verify: (message: SignableMessage, settings: VerifySettings) => Verification | Promise<Verification>;
  /** With which usual mistake the signature would be right, in words. Costs some twenty verifications. */
  readonly nearMiss?: (message: SignableMessage, settings: VerifySettings) => string | undefined;
  /** The headers to add. */
  readonly sign: (
    message: SignableMessage,
    credentials: SigningCredentials,
    now: number,
  ) => Promise<Record<string, string>>;
}

export const refuse = (problem: SignatureProblem, message: string, apiKey?: string): Verification => ({
  ok: false,
  problem,
  message,
  ...(apiKey !== undefined && { apiKey }),
});

const kept = 1000;

/** Keeps keys by name: making one costs as much as signing with it, and a peer signs again and again with the same. */
export const createSigningKeys = (): ((name: string, bytes: () => Uint8Array) => KeyObject) => {
  const keys = new Map<string, KeyObject>();
  return (name, bytes) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    if (keys.size >= kept) keys.clear();
    const key = createSecretKey(bytes());
    keys.set(name, key);
    return key;
  };
};

/** That the lengths differ is no secret: the algorithm says how long a signature is. */
export const equalInConstantTime = (expected: string, sent: string): boolean => {
  const [left, right] = [Buffer.from(expected), Buffer.from(sent)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
};
