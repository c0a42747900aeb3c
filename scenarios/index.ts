import type { MerchantScenario } from './define.ts';
import catalogueChangeDuringWalk from './merchant/catalogue-change-during-walk.ts';
import catalogueChanges from './merchant/catalogue-changes.ts';
import catalogueCheckpoints from './merchant/catalogue-checkpoints.ts';
import catalogueFullSync from './merchant/catalogue-full-sync.ts';
import catalogueLimits from './merchant/catalogue-limits.ts';
import catalogueVariants from './merchant/catalogue-variants.ts';

/** Every merchant scenario, in the order they run within a phase. */
export const merchantScenarios: readonly MerchantScenario[] = [
  catalogueFullSync,
  catalogueCheckpoints,
  catalogueLimits,
  catalogueVariants,
  catalogueChangeDuringWalk,
  catalogueChanges,
];

export type { MerchantScenario, Need, Phase, Scenario } from './define.ts';
export { defineMerchantScenario, phases } from './define.ts';
export type * from './world.ts';
