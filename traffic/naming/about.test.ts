import { expect, test } from 'vitest';
import { aboutOf } from './about.ts';

const atTable = { type: 'STATION', stationKind: 'TABLE', stationId: 'T1' };
const payment = { oaPaymentId: 'p', amount: { value: 1, currency: 'PLN' } };

test.for([
  ['TableOrderSnapshotRequested', { tableId: 'T1', checkpoint: '2026-11-21T12:00:00Z' }, { tableId: 'T1' }],
  ['Test', { nonce: 'n' }, { nonce: 'n' }],
  [
    'OrderSubmissionRequested',
    { orderContext: atTable, items: [{ listingId: 'L1', quantity: 2 }, 7] },
    { tableId: 'T1', ordered: { items: '[{"listingId":"L1","quantity":2},7]', count: 2, texts: ['L1'] } },
  ],
  ['OrderSubmissionRequested', { orderContext: atTable, payment }, { tableId: 'T1', oaPaymentId: 'p', paidValue: 1 }],
  ['BillPaymentCompleted', { posBillId: 'b', payment }, { posBillId: 'b', oaPaymentId: 'p', paidValue: 1 }],
  ['BillPaymentFailed', { posBillId: 'b', reasonCode: 'DECLINED' }, { posBillId: 'b' }],
  ['BillPreparationRequested', { orderContext: atTable }, { tableId: 'T1', wholeBill: {} }],
  [
    'BillPreparationRequested',
    { orderContext: atTable, checkpoint: '2026-11-21T12:00:00Z' },
    { tableId: 'T1', wholeBill: { checkpoint: '2026-11-21T12:00:00Z' } },
  ],
  [
    'BillPreparationRequested',
    { orderContext: atTable, items: [{ lineId: '1' }] },
    { tableId: 'T1', partBill: { selected: ['1'] } },
  ],
  ['BillPaymentCompleted', { posBillId: 7, payment: 'none' }, {}],
  ['BillPaymentCompleted', null, {}],
] as const)('what %s of %j is about', ([messageKind, payload, about]) => {
  expect(aboutOf({ messageKind, payload })).toEqual(about);
});

test('no envelope is about nothing', () => {
  expect(aboutOf('none')).toEqual({});
});
