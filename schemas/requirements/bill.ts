import { defineRequirements } from './requirement.ts';

export const bill = defineRequirements({
  'bill/result-body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'success: bill with posBillId, totals, preparedAt; failure: reasonCode of the six, retryable',
    how: ['schema'],
    check: '',
  },
  'bill/stale-checkpoint': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'a stale checkpoint gives ORDER_CHANGED, a current one a bill',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'bill/no-open-bill': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'no open bill: NO_OPEN_BILL; closed: ORDER_CLOSED',
    how: ['behaviour', 'trigger'],
    check: '',
  },
  'bill/subset': {
    level: 'should',
    party: 'pos',
    clause: '',
    rule: 'a bill for a subset of lines covers just those',
    how: ['behaviour'],
    check: '',
  },
});
