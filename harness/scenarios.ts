/** The package's `conformance/scenarios`: how to write one of your own, and those that there are. */
export type * from '#scenarios';
export {
  defineMerchantScenario,
  definePlatformScenario,
  definePosScenario,
  failed,
  merchantScenarios,
  notExercised,
  openBasket,
  outcomeOf,
  passed,
  platformScenarios,
  posScenarios,
  scan,
  unanswered,
  unlessUnmet,
  Unmet,
  unmet,
  warned,
} from '#scenarios';
