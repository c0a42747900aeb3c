import { defineRequirements } from './requirement.ts';

export const payment = defineRequirements({
  'payment/result-body': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'success: receipt with receiptNumber, issuedAt; failure: reasonCode, retryable',
    how: ['schema'],
    check: '',
  },
  'payment/applied-once': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'BillPaymentCompleted for a prepared bill is applied once; a repeat gives the same receipt',
    how: ['behaviour'],
    check: '',
  },
  'payment/failed-has-no-result': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'BillPaymentFailed is answered by no result',
    how: ['behaviour'],
    check: '',
  },
  'payment/failed-releases-bill': {
    level: 'must',
    party: 'pos',
    clause: '',
    rule: 'after BillPaymentFailed the bill can be prepared again',
    how: ['behaviour'],
    check: '',
  },
  'payment/unknown-bill': {
    level: 'should',
    party: 'pos',
    clause: '',
    rule: 'an unknown posBillId gives a failure result, not silence',
    how: ['behaviour'],
    check: '',
  },
  'payment/visible-in-table': {
    level: 'should',
    party: 'pos',
    clause: '',
    rule: "a paid bill shows in the table's payments / status",
    how: ['behaviour'],
    check: '',
  },
});
