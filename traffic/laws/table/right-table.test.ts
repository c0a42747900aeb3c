import { expect, test } from 'vitest';
import { active, callback, message, poll, type Seen, told } from '../pos-stream.fixture.ts';

const answered = (id: string, messageKind: string, body: object): Seen[] => [
  poll(20, 30, { ...message(id, 1, 'g', messageKind), tableId: 'T1' }),
  callback(40, id, { messageKind, body }),
];
const looked = answered('look', 'TableOrderSnapshotRequested', { tableOrderSnapshot: { tableId: 'T1' } });
const result = (messageKind: string, body: object): Seen[] => [active, ...looked, ...answered('m', messageKind, body)];

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

test('away from tables, and at a station that is no name of a table, nothing is compared', () => {
  const shown = { tableOrderSnapshot: { tableId: 'T2' } };
  const [, given] = answered('m', 'OrderSubmissionRequested', shown);
  const ordered = poll(20, 30, message('m', 1, 'g', 'OrderSubmissionRequested'));
  expect(told([active, ...looked, ordered, ...(given ? [given] : [])], 100)['table/right-table']).toBeUndefined();
  const ofStation = [active, ...answered('m', 'OrderSubmissionRequested', shown)];
  expect(told(ofStation, 100)['table/right-table']).toBeUndefined();
});
