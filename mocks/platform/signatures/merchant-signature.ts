import type { MerchantSignature as MerchantSignatureSettings, SignatureProblem } from '#schemas';
import type { SignableMessage } from './scheme.ts';
import { toScheme } from './settings.ts';

export interface MerchantSignature {
  /** The headers that sign a call (assume/merchant-authentication). */
  readonly sign: (call: SignableMessage) => Promise<Readonly<Record<string, string>>>;
  /** What is wrong with the signature of a response (assume/response-signatures); undefined: nothing. */
  readonly problemOf: ((response: SignableMessage) => Promise<string | undefined>) | undefined;
}

interface Deps {
  /** Real time, epoch ms. */
  readonly now: () => number;
  /** How far the time of a response may be away. */
  readonly skewMs: number;
}

/** Throws an Error for a template that makes no sense. */
export const createMerchantSignature = (
  { apiKey, secret, responses, ...scheme }: MerchantSignatureSettings,
  { now, skewMs }: Deps,
): MerchantSignature => {
  const ours = toScheme(scheme);
  const theirs = responses && toScheme(responses);
  // A response need not repeat whose key signed it.
  const secretOf = (named: string) => (named === '' || named === apiKey ? secret : undefined);
  return {
    sign: (call) => ours.sign(call, { apiKey, secret }, now()),
    problemOf:
      theirs &&
      (async (response) => {
        const verified = await theirs.verify(response, { secretOf, now: now(), skewMs });
        return verified.ok ? undefined : problems[verified.problem];
      }),
  };
};

// Without times and texts of the one message: the same mistake reads the same each time.
const problems: Readonly<Record<SignatureProblem, string>> = {
  missing: 'it is not signed',
  malformed: 'its signature is not of the configured form',
  'unknown-key': 'it is signed with another API key',
  stale: 'its signature is too old or from the future',
  mismatch: 'its signature is not that of its bytes with the configured secret',
};
