import { defineRequirements } from './requirement.ts';

export const table = defineRequirements({
  'table/snapshot-success': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'A resolved table has tableSessionContext and tableOrderSnapshot with their required fields, statuses of the set and ISO 8601 times.',
    how: ['schema'],
    check: 'Read in every successful result.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'table/snapshot-failure': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'An unresolved table has reasonCode (string) and retryable (boolean).',
    how: ['schema'],
    check: 'Read in every failure result.',
    needs: ['triggers.activatePos'],
    capability: 'pos.STATION',
  },
  'table/right-table': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'The snapshot is of the table that was asked for, and its payments are those made for it; an unknown table is a failure, not silence.',
    how: ['behaviour', 'trigger'],
    check:
      'tableId, and the ids of payments, are compared in every result that shows a table; a made-up table must be answered with success false.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
    capability: 'pos.STATION',
  },
  'table/updated-at-moves': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'updatedAt of a snapshot moves on when the table changes; openedAt stays within a session.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger changes the table; the snapshots before and after are compared, and openedAt in every two of one session. A table that is shown as it was before a change that was shown already, and the result of an order that has it at the time of before, say no. More payments, or lines that an order brought, under the updatedAt of before say no, also where they are shown late, as do payments with an earlier one the second time, and openedAt is held to its session across a payment too. So does another session with an earlier update than the table was shown with, where nobody may have left. Payments of a table that are all gone under the same updatedAt are a warning, and say no the second time.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'triggers.changeTable'],
    capability: 'pos.STATION',
  },
  'table/lines-follow-orders': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'The lines of a table are what was ordered there: every accepted item is on it once, in its quantity, and nothing that was ordered elsewhere.',
    how: ['behaviour'],
    check:
      'The lines before and after orders at a table are compared, of one item, of several and of several pieces. An accepted order, or an accepted part of one, that leaves the table as it was says no. So does a table that owes more and shows the same lines, a prepaid order that is there twice, and three orders for elsewhere that come onto a table where nobody ordered them. Lines of accepted orders that are gone right afterwards, or gone with a cancelled one that the event alone names, or with a rejected order, and a cancelled line that is back with an order, are a warning without an event of their own, and say no the second time; lines that are gone under the updatedAt of before say no.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'pos.fixtures.listings.inStock'],
    capability: 'pos.STATION',
  },
  'table/closed-at': {
    level: 'must',
    party: 'pos',
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'closedAt is there when the status is CLOSED or CANCELLED, which session and snapshot show alike.',
    how: ['schema'],
    check:
      'Read in every tableSessionContext of such a status. Two statuses of one table, and a closedAt of an open one, are warnings; a snapshot that is over with a closedAt beside an open session says no, and so does a closedAt that moves while the table is not updated. A closedAt before the openedAt of that session says no.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.closed'],
    capability: 'pos.STATION',
  },
});
