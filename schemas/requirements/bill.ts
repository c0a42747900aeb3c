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
    rule: 'Without an open bill the reason is NO_OPEN_BILL; for a closed one ORDER_CLOSED will do as well.',
    how: ['behaviour', 'trigger'],
    check:
      'A bill is asked for at an empty table, at a closed one, and at one that was closed at the till. A bill, or another reason, says no. A bill of nothing for an order to pick up, to deliver or of a kiosk that was never placed is a warning.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.empty', 'pos.fixtures.tables.closed'],
    capability: 'pos.STATION',
  },
  'bill/unpaid-lines': {
    level: 'must',
    party: 'pos',
    clause: 'Errors › Bill preparation rejection reasons',
    rule: 'A bill contains exactly the unpaid lines: nothing that was paid, and all that was not.',
    how: ['behaviour'],
    check:
      'A bill is asked for after a payment of a whole bill, after one for a part, and after orders with and without a payment. A paid bill or a paid line that is billed again says no, and so does a line that came with a payment. Unpaid lines without a bill, or left out of the bill of a whole table, say no: after a payment for a part, after an order with a payment, of a waiter, marked as delivered or discounted, and ordered while a bill waited that is then paid. A bill of a whole table whose payments come to its total says no. A billed line whose cancellation was pushed says no where it is gone from the table; it is a warning, and says no the second time, where it is still there, or where another line is gone in its place. Lines of the same item that count as paid with one that was paid by a bill are a warning, and say no the second time.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
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
