import { createHash } from 'node:crypto';
import { scenariosOf } from '#scenarios';
import type { Party } from '#schemas';

/** SHA-256 over what the suite tries, so that two certificates can be told to be of the same suite. */
export const suiteDigest = (party: Party): string =>
  createHash('sha256')
    .update(
      JSON.stringify(scenariosOf[party].map(({ id, needs, covers, provokes }) => ({ id, needs, covers, provokes }))),
    )
    .digest('hex');
