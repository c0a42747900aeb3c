import type { Party } from '#schemas';
import { merchantScenarios, phases, platformScenarios, type Scenario } from '#scenarios';
import { UsageError } from '../errors.ts';
import { openMerchantRun } from './merchant-run.ts';
import type { Open } from './open-run.ts';

/** What a run of one party's requirements is made of. */
export interface Suite {
  readonly scenarios: readonly Scenario[];
  /** In the order they run; one of them is `meanwhile`. */
  readonly phases: readonly string[];
  readonly open: Open;
}

const suites: Readonly<Partial<Record<Party, Suite>>> = {
  merchant: { scenarios: merchantScenarios, phases, open: openMerchantRun },
  platform: {
    scenarios: platformScenarios,
    phases,
    open: async (...run) => await (await import('./platform-run.ts')).openPlatformRun(...run),
  },
};

export const suiteOf = (party: Party): Suite => {
  const suite = suites[party];
  if (suite !== undefined) return suite;
  throw new UsageError(`The ${party} suite is not part of this version. Valid: ${Object.keys(suites).join(', ')}.`);
};
