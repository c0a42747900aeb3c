import { posFaults as published } from '#mocks/pos';
import { activationFaults } from './connection/activation.ts';
import { addressFaults } from './queue/callback-addresses.ts';
import { alikeFaults } from './queue/alike-orders.ts';
import { billFaults } from './bill/bill.ts';
import { billedAgainFaults } from './bill/billed-again.ts';
import { closedAtFaults } from './table/closed-at.ts';
import { deliveryFaults } from './queue/deliveries.ts';
import { eventFaults } from './events/events.ts';
import { forgetfulFaults } from './queue/forgetful.ts';
import { fullSyncFaults } from './listings/full-sync.ts';
import { healthFaults } from './connection/health.ts';
import { lineIdFaults } from './table/line-ids.ts';
import { listingFaults } from './listings/listings.ts';
import { locationFaults } from './events/location.ts';
import { meanwhileFaults } from './payment/meanwhile.ts';
import { mixedFaults } from './queue/mixed.ts';
import { orderPlaceFaults } from './order/places.ts';
import { noteFaults } from './order/notes.ts';
import { partBillFaults } from './bill/part.ts';
import { paymentFaults } from './payment/payment.ts';
import { piledUpFaults } from './order/piled-up.ts';
import { queueFaults } from './queue/polling.ts';
import { receiptFaults } from './order/receipts.ts';
import { rejectionFaults } from './queue/rejections.ts';
import { repeatFaults } from './queue/repeats.ts';
import { repeatedBillFaults } from './queue/repeated-bills.ts';
import { resetFaults } from './table/resets.ts';
import { servedFaults } from './order/served.ts';
import { signatureFaults } from './connection/signatures.ts';
import { billsTogetherFaults } from './bill/together.ts';
import { splitBillFaults } from './bill/split.ts';
import { staleBillFaults } from './bill/stale.ts';
import { stockFaults } from './order/stock.ts';
import { stoppedPollingFaults } from './queue/stopped-polling.ts';
import { restartFaults } from './queue/restarts.ts';
import { submissionFaults } from './order/submission.ts';
import { tableFaults } from './table/table.ts';
import { testFaults } from './queue/test-round-trip.ts';
import { tipFaults } from './tips/tips.ts';
import { togetherFaults } from './order/several-levels.ts';
import { unansweredFaults } from './queue/unanswered.ts';
import { unbilledFaults } from './bill/unbilled.ts';
import { undeletedFaults } from './queue/undeleted.ts';
import { unmovedFaults } from './table/unmoved.ts';
import { takenBackFaults } from './order/taken-back.ts';
import { blockedFaults } from './payment/blocked.ts';
import { writtenBackFaults } from './table/written-back.ts';

/** Every defect a reference till can have, by id: the published ones, and those that only prove our checks. */
export const posFaults = {
  ...published,
  ...activationFaults,
  ...healthFaults,
  ...signatureFaults,
  ...queueFaults,
  ...stoppedPollingFaults,
  ...addressFaults,
  ...deliveryFaults,
  ...undeletedFaults,
  ...unansweredFaults,
  ...rejectionFaults,
  ...repeatFaults,
  ...repeatedBillFaults,
  ...forgetfulFaults,
  ...restartFaults,
  ...alikeFaults,
  ...mixedFaults,
  ...testFaults,
  ...listingFaults,
  ...fullSyncFaults,
  ...tableFaults,
  ...closedAtFaults,
  ...unmovedFaults,
  ...resetFaults,
  ...lineIdFaults,
  ...writtenBackFaults,
  ...blockedFaults,
  ...takenBackFaults,
  ...submissionFaults,
  ...receiptFaults,
  ...piledUpFaults,
  ...orderPlaceFaults,
  ...servedFaults,
  ...noteFaults,
  ...stockFaults,
  ...togetherFaults,
  ...billFaults,
  ...staleBillFaults,
  ...splitBillFaults,
  ...partBillFaults,
  ...billedAgainFaults,
  ...unbilledFaults,
  ...billsTogetherFaults,
  ...paymentFaults,
  ...meanwhileFaults,
  ...eventFaults,
  ...locationFaults,
  ...tipFaults,
};
