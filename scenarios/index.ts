import type { Party } from '#schemas';
import type { MerchantScenario, PlatformScenario, PosScenario, Scenario } from './define.ts';
import basketChange from './merchant/basket-change/basket-change.ts';
import basketKept from './merchant/basket/kept-to-the-end.ts';
import basketRetrieval from './merchant/basket/retrieval.ts';
import catalogueChangeDuringWalk from './merchant/catalogue/change-during-walk.ts';
import catalogueChanges from './merchant/catalogue/changes.ts';
import catalogueCheckpoints from './merchant/catalogue/checkpoints.ts';
import catalogueFullSync from './merchant/catalogue/full-sync.ts';
import catalogueLimits from './merchant/catalogue/limits.ts';
import catalogueVariants from './merchant/catalogue/variants.ts';
import lock from './merchant/lock/lock.ts';
import lockLastUnit from './merchant/lock/last-unit.ts';
import orderPaymentTime from './merchant/order/payment-time.ts';
import orderPriceChange from './merchant/order/price-change.ts';
import orderRepeatLater from './merchant/order/repeat-later.ts';
import orderRetry from './merchant/order/retry.ts';
import orderStock from './merchant/order/stock.ts';
import recalculationConcurrency from './merchant/recalculation/concurrency.ts';
import { occasions } from './occasions/baskets/levels.ts';
import { lockOccasions, recalculationOccasions, recalculationsAt } from './occasions/baskets/occasions.ts';
import { billOccasions } from './occasions/bills/levels.ts';
import { billPlan, billsAt } from './occasions/bills/occasions.ts';
import { orderOccasions } from './occasions/orders/levels.ts';
import { orderPlan, ordersAt } from './occasions/orders/occasions.ts';
import { submissionOccasions } from './occasions/submissions/levels.ts';
import { firstOrders } from './occasions/submissions/first-orders.ts';
import { submissionPlan, submissionsAt } from './occasions/submissions/occasions.ts';
import platformActivation from './platform/activation.ts';
import platformAvailability from './platform/availability.ts';
import platformBasketChange from './platform/basket-change.ts';
import platformCallbacks from './platform/callbacks.ts';
import platformCatalogueSync from './platform/catalogue-sync.ts';
import platformCheckout from './platform/checkout.ts';
import platformEvents from './platform/events.ts';
import platformHealth from './platform/health.ts';
import platformQueue from './platform/queue.ts';
import platformQueueCredentials from './platform/queue-credentials.ts';
import platformSignatures from './platform/signatures.ts';
import platformTestCall from './platform/test-call.ts';
import platformTipRecipients from './platform/tip-recipients.ts';
import activatedAgain from './pos/activation/activated-again.ts';
import activation from './pos/activation/activation.ts';
import bill from './pos/bill/bill.ts';
import events from './pos/events/events.ts';
import health from './pos/activation/health.ts';
import listings from './pos/listings/listings.ts';
import listingsChanges from './pos/listings/changes.ts';
import listingsSince from './pos/listings/unsynced-price.ts';
import queueConsumption from './pos/queue/consumption.ts';
import queueFaults from './pos/queue/faults.ts';
import queueRepeatsLater from './pos/queue/repeats-later.ts';
import queueIdle from './pos/queue/idle.ts';
import queueRestart from './pos/restart/restart.ts';
import queueResults from './pos/queue/results.ts';
import queueSchedules from './pos/queue/schedules.ts';
import queueUnknownKind from './pos/queue/unknown-kind.ts';
import signatures from './pos/activation/signatures.ts';
import table from './pos/table/table.ts';
import tableChanges from './pos/table/changes.ts';
import testRoundTrip from './pos/queue/test-round-trip.ts';
import tips from './pos/tips/tips.ts';

/** Every merchant scenario, in the order they run within a phase. */
export const merchantScenarios: readonly MerchantScenario[] = [
  orderPaymentTime,
  orderRepeatLater,
  basketKept,
  basketChange,
  basketRetrieval,
  catalogueLimits,
  catalogueFullSync,
  catalogueCheckpoints,
  // No change of a basket may come between: while the catalogue is read there is none.
  recalculationConcurrency,
  catalogueVariants,
  // One after the other.
  recalculationOccasions,
  lockLastUnit,
  lock,
  // What goes on beside paths of recalculations, and then what leaves room for the others.
  catalogueChangeDuringWalk,
  orderPlan,
  orderRetry,
  orderStock,
  lockOccasions,
  orderPriceChange,
  catalogueChanges,
];

/** Every POS scenario, in the order they run within a phase. */
export const posScenarios: readonly PosScenario[] = [
  activation,
  health,
  testRoundTrip,
  listings,
  table,
  listingsChanges,
  firstOrders,
  bill,
  billPlan,
  submissionPlan,
  tips,
  // A table that is closed is one less for the others.
  tableChanges,
  events,
  // Before it is activated once more, which may bring it back to life.
  queueUnknownKind,
  activatedAgain,
  // While it waits for results nothing else comes, and a poll may bring nothing.
  queueResults,
  queueFaults,
  queueIdle,
  queueSchedules,
  // The later the better.
  queueRepeatsLater,
  listingsSince,
  // They read all traffic there was.
  queueConsumption,
  signatures,
  // Whatever is not kept at a restart is missing afterwards.
  queueRestart,
];

/** Every platform scenario, in the order they run; what moves the clock far comes last. */
export const platformScenarios: readonly PlatformScenario[] = [
  platformActivation,
  platformSignatures,
  platformCallbacks,
  platformTestCall,
  platformQueueCredentials,
  platformEvents,
  platformHealth,
  platformAvailability,
  platformBasketChange,
  platformCatalogueSync,
  platformCheckout,
  platformTipRecipients,
  platformQueue,
];

/** Every scenario of a party, in the order they run. */
export const scenariosOf: Readonly<Record<Party, readonly Scenario[]>> = {
  merchant: merchantScenarios,
  pos: posScenarios,
  platform: platformScenarios,
};

/** What a run draws, and what comes together in it. */
export const coveringPlans = [
  { does: 'recalculates', levels: occasions, plannedAt: recalculationsAt },
  { does: 'orders', levels: orderOccasions, plannedAt: ordersAt },
  { does: 'sends a till', levels: submissionOccasions, plannedAt: submissionsAt },
  { does: 'bills', levels: billOccasions, plannedAt: billsAt },
] as const;

export { openBasket, scan, unanswered } from './arrange/basket/open-basket.ts';
export type * from './context/merchant.ts';
export type * from './context/platform.ts';
export type * from './context/pos.ts';
export {
  type Claims,
  defineMerchantScenario,
  exercisedBy,
  definePlatformScenario,
  definePosScenario,
  type MerchantScenario,
  phases,
  type PlatformScenario,
  posPhases,
  type PosScenario,
  type Scenario,
} from './define.ts';
export { failed, notExercised, outcomeOf, passed, Unmet, unlessUnmet, unmet, warned } from './outcome.ts';
