import { requirementsSharing } from './requirement.ts';

export const payment = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour'],
  needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
  capability: 'pos.STATION',
})({
  'payment/result-body': {
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'An applied payment has a receipt with receiptNumber and issuedAt; a failure has reasonCode and retryable.',
    how: ['schema'],
    check: 'Read in every result.',
  },
  'payment/applied-once': {
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A payment is applied once; a repeat gives the same receipt.',
    check: 'A payment and a prepaid order are delivered twice. Two guests of a table pay the same amount.',
  },
  'payment/failed-has-no-result': {
    clause: 'Events',
    rule: 'BillPaymentFailed is followed by no result.',
    check: 'A callback for such a message says no.',
  },
  'payment/failed-releases-bill': {
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'After BillPaymentFailed the bill can be prepared again, and a table that was open is open.',
    check:
      'The payment of a bill fails, of a whole table and of some lines, and the bill is asked for once more. The table is compared with what it was before.',
  },
  'payment/unknown-bill': {
    level: 'should',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A payment for an unknown bill gives a failure result, not silence.',
    check: 'A payment with a made-up posBillId is sent.',
    needs: ['triggers.activatePos'],
  },
  'payment/visible-in-table': {
    level: 'should',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'A paid bill shows in the payments of its table, or the table is cleared.',
    check:
      'The snapshots before and after the payment are compared. One that was shown and that the next one stands in place of is a warning.',
  },
});
