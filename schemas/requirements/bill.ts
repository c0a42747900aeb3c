import { defineRequirements } from './requirement.ts';

export const bill = defineRequirements({
  'bill/result-body': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A prepared bill has a posBillId of its own, totals and preparedAt; a failure has one of the six reason codes and retryable.',
    how: ['schema'],
    check:
      'Read in every result; bills are also asked for at a kiosk, for pickup and delivery, and without a checkpoint. Ids of bills that wait for their payment are compared between tables.',
    needs: ['triggers.activatePos'],
    capability: 'pos.STATION',
  },
  'bill/stale-checkpoint': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A stale checkpoint is answered with ORDER_CHANGED, a current one, or none, with a bill.',
    how: ['behaviour', 'trigger'],
    check:
      'The table is changed between the snapshot and the request for a bill, also by a line that is cancelled, by one that a waiter adds, and by a discount. ORDER_CHANGED without a checkpoint is told each time, and so it is with the very table whose updatedAt the request named.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'triggers.changeTable'],
    capability: 'pos.STATION',
  },
  'bill/no-open-bill': {
    level: 'must',
    party: 'pos',
    clause: 'Errors › Bill preparation rejection reasons',
    rule: 'What is not paid yet is billed, and nothing else: without an open bill the reason is NO_OPEN_BILL; for a closed one ORDER_CLOSED will do as well.',
    how: ['behaviour', 'trigger'],
    check:
      'A bill is asked for at an empty and at a closed table, after orders with and without a payment, after a payment and after one for a part, and after an order without a payment that follows one with a payment. A line of a bill that was paid, one that came with a payment, and one whose cancellation was pushed say no on the next bill of their table. What a waiter added, what was marked as delivered, and what was ordered while a bill waited that is then paid, is on the next one. A bill of a whole table that leaves out lines nobody has paid for, one of a table whose payments come to its total, and one that leaves out lines of others once somebody has paid for an order there, say no. A line whose cancellation was pushed, and that stays on table and bill as it was, and lines of the same item that count as paid with one that was paid by a bill, are a warning, and say no the second time. A line that was cancelled and is billed, while another one is gone in its place, is a warning, and fails the second time. A bill of a whole table that leaves out a line which was discounted, though the table comes to less by the discount alone, says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.empty', 'pos.fixtures.tables.closed'],
    capability: 'pos.STATION',
  },
  'bill/subset': {
    level: 'should',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A bill for some of the lines covers just those, and lines keep the identifiers by which they are selected.',
    how: ['behaviour'],
    check:
      'Bills for one line, for two and for all are compared. A line that comes onto a table under the identifier of another one, a line of another table on the bill, and a bill with none of the selected lines but another line of the table, say no.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
});
