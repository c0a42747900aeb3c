/** The package's `conformance/scenarios`: how to write one of your own, and those that there are. */
export { openBasket, scan, unanswered } from './arrange/basket/open-basket.ts';
export type * from './context/merchant.ts';
export type * from './context/platform.ts';
export { NotPossible } from './context/platform.ts';
export type * from './context/pos.ts';
export {
  defineMerchantScenario,
  definePlatformScenario,
  definePosScenario,
  type MerchantScenario,
  type PlatformScenario,
  type PosScenario,
  type Scenario,
} from './define.ts';
export { merchantScenarios, platformScenarios, posScenarios } from './index.ts';
export { failed, notExercised, passed, warned } from './outcome.ts';
