import type { Party } from '#schemas';
import { merchantScenarios, phases, platformScenarios, posPhases, posScenarios, type Scenario } from '#scenarios';
import { openMerchantRun } from './merchant-run.ts';
import type { Open } from './open-run.ts';

/** What a run of one party's requirements is made of. */
export interface Suite {
  readonly scenarios: readonly Scenario[];
  /** In the order they run; one of them is `meanwhile`. */
  readonly phases: readonly string[];
  readonly open: Open;
}

const suites: Readonly<Record<Party, Suite>> = {
  merchant: { scenarios: merchantScenarios, phases, open: openMerchantRun },
  pos: {
    scenarios: posScenarios,
    phases: posPhases,
    // The platform takes a while to load, and a merchant run may do without it.
    open: async (...run) => await (await import('./pos-run.ts')).openPosRun(...run),
  },
  platform: {
    scenarios: platformScenarios,
    phases,
    open: async (...run) => await (await import('./platform-run.ts')).openPlatformRun(...run),
  },
};

export const suiteOf = (party: Party): Suite => suites[party];
