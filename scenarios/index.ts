import type { MerchantScenario } from './define.ts';

/** Every merchant scenario, in the order they run within a phase. */
export const merchantScenarios: readonly MerchantScenario[] = [];

export type { MerchantScenario, Need, Phase, Scenario } from './define.ts';
export { defineMerchantScenario, phases } from './define.ts';
export type * from './world.ts';
