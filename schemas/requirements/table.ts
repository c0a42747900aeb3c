import { requirementsSharing } from './requirement.ts';

export const table = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['schema'],
  needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
  capability: 'pos.STATION',
})({
  'table/snapshot-success': {
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'A resolved table has tableSessionContext and tableOrderSnapshot with their required fields, statuses of the set and ISO 8601 times.',
    check: 'Read in every successful result.',
  },
  'table/snapshot-failure': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'An unresolved table has reasonCode (string) and retryable (boolean).',
    check: 'Read in every failure result.',
    needs: ['triggers.activatePos'],
  },
  'table/right-table': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'The snapshot is of the table that was asked for, and its payments are those made for it; an unknown table is a failure, not silence.',
    how: ['behaviour', 'trigger'],
    check:
      'tableId, and the ids of payments, are compared in every result that shows a table; a made-up table must be answered with success false.',
  },
  'table/updated-at-moves': {
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'updatedAt of a snapshot moves on when the table changes; openedAt stays within a session.',
    how: ['behaviour', 'trigger'],
    check:
      'The trigger changes the table, and the snapshots before and after are compared. All other snapshots of a session are compared as well.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'triggers.changeTable'],
  },
  'table/lines-follow-orders': {
    clause: 'Resources and their fields › POS messages › Table ordering',
    rule: 'The lines of a table are what was ordered there: every accepted item is on it once, in its quantity, and nothing that was ordered elsewhere.',
    how: ['behaviour'],
    check: 'The lines of a table before and after orders are compared: of one item, of several, and of several pieces.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'pos.fixtures.listings.inStock'],
  },
  'table/closed-at': {
    clause: 'Resources and their fields › POS messages › Base models',
    rule: 'closedAt is there when the status is CLOSED or CANCELLED, which session and snapshot show alike.',
    check:
      'Read in every tableSessionContext. Its status and times are compared with the snapshot and with each other.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.closed'],
  },
});
