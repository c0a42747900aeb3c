import type { Party } from '#schemas';
import { UsageError } from '../errors.ts';

/** The suites this version can run. */
export const onlyMerchant = (suite: Party, command: string): void => {
  if (suite === 'merchant') return;
  throw new UsageError(`The ${suite} suite is not part of this version. Valid: conformance ${command} merchant.`);
};
