export type * from './law.ts';
export { reductionOf } from '../ledgers/shop/answers.ts';
export { requestedBasket } from '../ledgers/shop/requested-basket.ts';
export { isMeantAsPush } from './shop/push/called-right.ts';
export { refusedWatchMs } from './till/activation.ts';
export { calls, unsigned } from './till/calls.ts';
export { isWatched, lawOf } from './homes.ts';
export { merchantLaws } from './merchant-laws.ts';
export { posLaws } from './pos-laws.ts';
export { createLawBudget, type LawJudgement, type Watch, watch } from './watch.ts';
export { hasDeletedWell, isDeletedEarly, isElsewhere, waitedFor } from '../ledgers/till/habits.ts';
export { afterRefusalMs, reportsOfHeartbeat, promptReportMs } from './till/health.ts';
export { keptUntil, undeletedIn } from './till/queue/handled-deleted.ts';
export { recoveryMs, unpolledMs } from './till/queue/pauses.ts';
export {
  acceptedOf,
  createLifecycles,
  deliveriesIn,
  type Delivery,
  type Lifecycle,
  type Lifecycles,
  exchangesOf,
  lifecycleIn,
  lifecyclesIn,
  isAccepted,
  isForGood,
  deletedTimes,
  isDeleted,
  lastActAt,
  momentOf,
  ofKind,
  visibilityMs,
  answerPatienceMs,
} from '../ledgers/till/messages.ts';
export { anotherOrder, heardInWords, noSecondOrder, orderedAnew, unconfirmedRepeat } from './shop/order/orders.ts';
export { createFingerprints } from './shop/catalogue/fingerprints.ts';
export {
  describe,
  describePosition,
  type Listed,
  positionOf,
  readListing,
  samePosition,
} from '../ledgers/shop/listed.ts';
export { readNextCheckpoint } from './shop/catalogue/next-checkpoint.ts';
export { isAfter, isUndecided, watchOrder } from '../ledgers/shop/position-order.ts';
export { passedPage, type PassedPage } from './shop/catalogue/passed-page.ts';
export { troubleIn } from './shop/catalogue/sequence.ts';
export { lineIdOf, writtenLineId } from '../ledgers/till/lines.ts';
export { paymentIdsIn } from '../ledgers/till/lines.ts';
