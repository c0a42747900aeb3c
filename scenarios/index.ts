import type { MerchantScenario, PosScenario } from './define.ts';
import basketChange from './merchant/basket-change.ts';
import basketRetrieval from './merchant/basket-retrieval.ts';
import catalogueChangeDuringWalk from './merchant/catalogue-change-during-walk.ts';
import catalogueChanges from './merchant/catalogue-changes.ts';
import catalogueCheckpoints from './merchant/catalogue-checkpoints.ts';
import catalogueFullSync from './merchant/catalogue-full-sync.ts';
import catalogueLimits from './merchant/catalogue-limits.ts';
import catalogueVariants from './merchant/catalogue-variants.ts';
import checkoutJourney from './merchant/checkout-journey.ts';
import lock from './merchant/lock.ts';
import lockLastUnit from './merchant/lock-last-unit.ts';
import lockShortage from './merchant/lock-shortage.ts';
import orderConcurrency from './merchant/order-concurrency.ts';
import orderDeliveries from './merchant/order-deliveries.ts';
import orderPaymentTime from './merchant/order-payment-time.ts';
import orderRepeat from './merchant/order-repeat.ts';
import orderRepeatLater from './merchant/order-repeat-later.ts';
import orderRetry from './merchant/order-retry.ts';
import recalculationDiscounts from './merchant/recalculation-discounts.ts';
import recalculationLoggedUser from './merchant/recalculation-logged-user.ts';
import recalculationPaths from './merchant/recalculation-paths.ts';
import recalculationShortage from './merchant/recalculation-shortage.ts';
import recalculationWalk from './merchant/recalculation-walk.ts';
import billSubset from './pos/bill-subset.ts';
import bill from './pos/bill.ts';
import events from './pos/events.ts';
import listings from './pos/listings.ts';
import listingsChanges from './pos/listings-changes.ts';
import payment from './pos/payment.ts';
import paymentUnknownBill from './pos/payment-unknown-bill.ts';
import submission from './pos/submission.ts';
import submissionRejections from './pos/submission-rejections.ts';
import table from './pos/table.ts';
import tableChanges from './pos/table-changes.ts';
import tips from './pos/tips.ts';

/** Every merchant scenario, in the order they run within a phase. */
export const merchantScenarios: readonly MerchantScenario[] = [
  orderPaymentTime,
  orderRepeatLater,
  basketRetrieval,
  catalogueFullSync,
  catalogueCheckpoints,
  catalogueLimits,
  catalogueVariants,
  catalogueChangeDuringWalk,
  catalogueChanges,
  recalculationWalk,
  recalculationPaths,
  recalculationShortage,
  recalculationDiscounts,
  recalculationLoggedUser,
  basketChange,
  lockLastUnit,
  lock,
  orderRepeat,
  orderConcurrency,
  orderRetry,
  orderDeliveries,
  checkoutJourney,
  lockShortage,
];

/** Every POS scenario, in the order they run within a phase. */
export const posScenarios: readonly PosScenario[] = [
  listings,
  table,
  listingsChanges,
  submission,
  submissionRejections,
  bill,
  billSubset,
  payment,
  paymentUnknownBill,
  tips,
  tableChanges,
  events,
];

export type { MerchantScenario, Need, Phase, PosPhase, PosScenario, Scenario } from './define.ts';
export { defineMerchantScenario, definePosScenario, phases, posPhases } from './define.ts';
export type * from './pos-world.ts';
export type * from './world.ts';
