import { defineRequirements } from './requirement.ts';

export const submission = defineRequirements({
  'submission/result-body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'success: acceptedItems; failure: rejectedItems each with a reasonCode of the five',
    how: ['schema'],
    check: '',
  },
  'submission/partial-is-failure': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'partly rejected means success false',
    how: ['behaviour'],
    check: '',
  },
  'submission/rejection-reasons': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'out of stock, too many, delisted, closed table, stale price are rejected with the matching reason',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'submission/contexts': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'STATION, PICKUP and DELIVERY contexts, prepaid and postpaid, as the profile declares',
    how: ['behaviour'],
    check: '',
  },
  'submission/snapshot-and-receipt': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'tableOrderSnapshot only in the table flow; receipt shape when present',
    how: ['schema', 'behaviour'],
    check: '',
  },
});
