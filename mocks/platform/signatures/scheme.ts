import type { SignatureProblem } from '#schemas';

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
