import { defineFaults } from '#mocks/faults';
import { activationFaults } from './activation-faults.ts';
import { addressFaults } from './address-faults.ts';
import { alikeFaults } from './alike-faults.ts';
import { billFaults } from './bill-faults.ts';
import { billedAgainFaults } from './billed-again-faults.ts';
import { closedAtFaults } from './closed-at-faults.ts';
import { deliveryFaults } from './delivery-faults.ts';
import { eventFaults } from './event-faults.ts';
import { forgetfulFaults } from './forgetful-faults.ts';
import { fullSyncFaults } from './full-sync-faults.ts';
import { healthFaults } from './health-faults.ts';
import { lineIdFaults } from './line-id-faults.ts';
import { listingFaults } from './listing-faults.ts';
import { locationFaults } from './location-faults.ts';
import { meanwhileFaults } from './meanwhile-faults.ts';
import { mixedFaults } from './mixed-faults.ts';
import { orderPlaceFaults } from './order-place-faults.ts';
import { noteFaults } from './note-faults.ts';
import { partBillFaults } from './part-bill-faults.ts';
import { paymentFaults } from './payment-faults.ts';
import { piledUpFaults } from './piled-up-faults.ts';
import type { PosFault } from './pos-fault.ts';
import { queueFaults } from './queue-faults.ts';
import { receiptFaults } from './receipt-faults.ts';
import { rejectionFaults } from './rejection-faults.ts';
import { repeatFaults } from './repeat-faults.ts';
import { repeatedBillFaults } from './repeated-bill-faults.ts';
import { resetFaults } from './reset-faults.ts';
import { servedFaults } from './served-faults.ts';
import { signatureFaults } from './signature-faults.ts';
import { splitBillFaults } from './split-bill-faults.ts';
import { staleBillFaults } from './stale-bill-faults.ts';
import { stockFaults } from './stock-faults.ts';
import { stoppedPollingFaults } from './stopped-polling-faults.ts';
import { submissionFaults } from './submission-faults.ts';
import { tableFaults } from './table-faults.ts';
import { testFaults } from './test-faults.ts';
import { tipFaults } from './tip-faults.ts';
import { unansweredFaults } from './unanswered-faults.ts';
import { unbilledFaults } from './unbilled-faults.ts';
import { undeletedFaults } from './undeleted-faults.ts';
import { unmovedFaults } from './unmoved-faults.ts';
import { takenBackFaults } from './taken-back-faults.ts';
import { blockedFaults } from './blocked-faults.ts';
import { writtenBackFaults } from './written-back-faults.ts';

/** Every defect a reference till can have, by id. */
export const posFaults = defineFaults({
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
  ...billFaults,
  ...staleBillFaults,
  ...splitBillFaults,
  ...partBillFaults,
  ...billedAgainFaults,
  ...unbilledFaults,
  ...paymentFaults,
  ...meanwhileFaults,
  ...eventFaults,
  ...locationFaults,
  ...tipFaults,
});

export type PosFaultId = keyof typeof posFaults;

/** A fault with the widened type, for code that treats all alike. */
export const posFault = (id: PosFaultId): PosFault => posFaults[id];
