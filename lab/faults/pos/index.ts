import { posFaults as published } from '#mocks/pos';
import { activationFaults } from './connection/activation.ts';
import { answerFaults } from './order/answers.ts';
import { deletionFaults } from './queue/deletion.ts';
import { groupOrderFaults } from './queue/group-order.ts';
import { memoryFaults } from './queue/memory.ts';
import { repeatFaults } from './queue/repeats.ts';
import { resultFaults } from './queue/results.ts';
import { addressFaults } from './queue/callback-addresses.ts';
import { alikeFaults } from './queue/alike-orders.ts';
import { billFaults } from './bill/bill.ts';
import { billedAgainFaults } from './bill/billed-again.ts';
import { eventFaults } from './events/events.ts';
import { healthFaults } from './connection/health.ts';
import { listingFaults } from './listings/listings.ts';
import { locationFaults } from './events/location.ts';
import { meanwhileFaults } from './payment/meanwhile.ts';
import { orderPlaceFaults } from './order/places.ts';
import { noteFaults } from './order/notes.ts';
import { partBillFaults } from './bill/part.ts';
import { paymentFaults } from './payment/payment.ts';
import { repeatedPaymentFaults } from './payment/repeated.ts';
import { queueFaults } from './queue/polling.ts';
import { servedFaults } from './order/served.ts';
import { signatureFaults } from './connection/signatures.ts';
import { billsTogetherFaults } from './bill/together.ts';
import { splitBillFaults } from './bill/split.ts';
import { staleBillFaults } from './bill/stale.ts';
import { stockFaults } from './order/stock.ts';
import { submissionFaults } from './order/submission.ts';
import { tableFaults } from './table/table.ts';
import { testFaults } from './queue/test-round-trip.ts';
import { tipFaults } from './tips/tips.ts';
import { unbilledFaults } from './bill/unbilled.ts';
import { unmovedFaults } from './table/unmoved.ts';
import { writtenBackFaults } from './table/written-back.ts';

/** Every defect a reference till can have, by id: the published ones, and those that only prove our checks. */
export const posFaults = {
  ...published,
  ...activationFaults,
  ...healthFaults,
  ...signatureFaults,
  ...queueFaults,
  ...addressFaults,
  ...deletionFaults,
  ...resultFaults,
  ...memoryFaults,
  ...repeatFaults,
  ...groupOrderFaults,
  ...alikeFaults,
  ...testFaults,
  ...listingFaults,
  ...tableFaults,
  ...unmovedFaults,
  ...writtenBackFaults,
  ...submissionFaults,
  ...orderPlaceFaults,
  ...servedFaults,
  ...noteFaults,
  ...answerFaults,
  ...stockFaults,
  ...billFaults,
  ...staleBillFaults,
  ...splitBillFaults,
  ...partBillFaults,
  ...billedAgainFaults,
  ...unbilledFaults,
  ...billsTogetherFaults,
  ...paymentFaults,
  ...repeatedPaymentFaults,
  ...meanwhileFaults,
  ...eventFaults,
  ...locationFaults,
  ...tipFaults,
};
