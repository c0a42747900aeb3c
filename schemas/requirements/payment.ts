import { defineRequirements } from './requirement.ts';

export const payment = defineRequirements({
  'payment/result-body': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'An applied payment has a receipt with receiptNumber and issuedAt; a failure has reasonCode and retryable.',
    how: ['schema'],
    check: 'Read in every result.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'payment/applied-once': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A payment is applied once; a repeat gives the same receipt.',
    how: ['behaviour'],
    check:
      'The payment of a prepared bill and an order that is paid are delivered twice; receipts and payments are compared. Two guests of a table pay the same amount, and both payments are applied.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'payment/failed-has-no-result': {
    level: 'must',
    party: 'pos',
    clause: 'Events',
    rule: 'BillPaymentFailed is followed by no result.',
    how: ['behaviour'],
    check: 'A callback for such a message says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'payment/failed-releases-bill': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'After BillPaymentFailed the bill can be prepared again, and a table that was open is open.',
    how: ['behaviour'],
    check:
      'A bill of all and one of some lines is prepared, its payment failed, and the bill asked for once more; that the same lines are not to be paid any more, though nobody has paid, says no. Lines that are gone after it without an event say no, where the till pushes lines that are cancelled; another payment that is gone, also where something was ordered there meanwhile, is a warning, and says no the second time. A table that is busy for every request from a failure on, while others are given bills, says no; one table alone is a warning, and so is one that has nothing to pay any more with the lines, payments and updatedAt of before. What is ordered while a bill waits stays on the table when its payment fails.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'payment/unknown-bill': {
    level: 'should',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A payment for an unknown bill gives a failure result, not silence.',
    how: ['behaviour'],
    check: 'A payment with a made-up posBillId is sent.',
    needs: ['triggers.activatePos'],
    capability: 'pos.STATION',
  },
  'payment/visible-in-table': {
    level: 'should',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'A paid bill shows in the payments of its table, or the table is cleared.',
    how: ['behaviour'],
    check:
      'The snapshots before and after the payment are compared. One that was shown and that the next one stands in place of is a warning.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
});
