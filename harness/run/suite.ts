import type { Party } from '#schemas';
import { phases, posPhases } from '#scenarios';
import { openMerchantRun } from './merchant-run.ts';
import type { Open } from './open-run.ts';

export interface Suite {
  /** In the order they run; one of them is `meanwhile`. */
  readonly phases: readonly string[];
  readonly open: Open;
}

const suites: Readonly<Record<Party, Suite>> = {
  merchant: { phases, open: openMerchantRun },
  pos: {
    phases: posPhases,
    // The platform takes a while to load, and a merchant run may do without it.
    open: async (...run) => await (await import('./pos-run.ts')).openPosRun(...run),
  },
  platform: {
    phases,
    open: async (...run) => await (await import('./platform-run.ts')).openPlatformRun(...run),
  },
};

export const suiteOf = (party: Party): Suite => suites[party];
