import { expect, test } from 'vitest';
import { active, callback, message, poll, type Seen, told } from '../pos-stream.fixture.ts';

const result = (messageKind: string, body: object, tableId = 'T1'): Seen[] => [
  active,
  poll(20, 30, { ...message('m', 1, 'g', messageKind), tableId }),
  callback(40, 'm', { messageKind, body }),
];

test.for([
  ['TableOrderSnapshotRequested', { success: true, tableOrderSnapshot: { tableId: 'T2' } }],
  ['TableOrderSnapshotRequested', { tableSessionContext: { tableId: 'T2' }, tableOrderSnapshot: { tableId: 'T1' } }],
  ['OrderSubmissionRequested', { success: false, tableOrderSnapshot: { tableId: 'T2' } }],
  ['BillPreparationRequested', { success: false, currentSnapshot: { tableId: 'T2' } }],
] as const)('%s that shows another table is told of', ([messageKind, body]) => {
  expect(told(result(messageKind, body), 100)['table/right-table']).toEqual([
    `another table in the result of ${messageKind}`,
  ]);
});

test.for([
  ['TableOrderSnapshotRequested', { success: true, tableOrderSnapshot: { tableId: 'T1' } }],
  ['TableOrderSnapshotRequested', { success: false, reasonCode: 'NO_SUCH_TABLE' }],
  ['OrderSubmissionRequested', { success: true, tableOrderSnapshot: 'T2' }],
  ['BillPreparationRequested', { success: true, bill: { tableId: 'T2' } }],
] as const)('%s that shows its own or none is not', ([messageKind, body]) => {
  expect(told(result(messageKind, body), 100)['table/right-table']).toBeUndefined();
});

test('away from tables nothing is compared', () => {
  const [, , answered] = result('OrderSubmissionRequested', { tableOrderSnapshot: { tableId: 'T2' } });
  const ordered = poll(20, 30, message('m', 1, 'g', 'OrderSubmissionRequested'));
  expect(told([active, ordered, ...(answered ? [answered] : [])], 100)['table/right-table']).toBeUndefined();
});
