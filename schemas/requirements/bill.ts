import { requirementsSharing } from './requirement.ts';

export const bill = requirementsSharing({
  level: 'must',
  party: 'pos',
  how: ['behaviour', 'trigger'],
  needs: ['triggers.activatePos', 'pos.fixtures.tables.open'],
  capability: 'pos.STATION',
})({
  'bill/result-body': {
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A prepared bill has a posBillId of its own, totals and preparedAt; a failure has one of the six reason codes and retryable.',
    how: ['schema'],
    check:
      'Read in every result; bills are also asked for at a kiosk, for pickup and delivery, and without a checkpoint. Ids of bills that wait for their payment are compared between tables.',
    needs: ['triggers.activatePos'],
  },
  'bill/stale-checkpoint': {
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A stale checkpoint is answered with ORDER_CHANGED, a current one, or none, with a bill.',
    check:
      'The table is changed in several ways between the snapshot and the request for a bill. A bill is also asked for with the current checkpoint, and without one.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.open', 'triggers.changeTable'],
  },
  'bill/no-open-bill': {
    clause: 'Errors › Bill preparation rejection reasons',
    rule: 'Without an open bill the reason is NO_OPEN_BILL; for a closed one ORDER_CLOSED will do as well.',
    check: 'A bill is asked for at an empty table, at a closed one, and at one that was closed at the till.',
    needs: ['triggers.activatePos', 'pos.fixtures.tables.empty', 'pos.fixtures.tables.closed'],
  },
  'bill/unpaid-lines': {
    clause: 'Errors › Bill preparation rejection reasons',
    rule: 'A bill contains exactly the unpaid lines: nothing that was paid, and all that was not.',
    how: ['behaviour'],
    check:
      'A bill is asked for after payments of a whole bill and of a part, and after orders with and without a payment. Every bill is compared with what was ordered, cancelled and paid.',
  },
  'bill/subset': {
    level: 'should',
    clause: 'Resources and their fields › POS messages › Bill and payment',
    rule: 'A bill for some of the lines covers just those, and lines keep the identifiers by which they are selected.',
    how: ['behaviour'],
    check: 'Bills for one line, for two and for all lines of a table are compared.',
  },
});
