import { expect, test } from 'vitest';
import { active, exchangedAt, type Seen, told } from '../pos-stream.fixture.ts';

const fine = '2026-05-01T12:00:00.123Z';
const later = '2026-05-01T12:00:00.223Z';
const looked = (at: number, tableId: string, more: object = {}) =>
  exchangedAt(
    at,
    'TableOrderSnapshotRequested',
    { tableId },
    { tableOrderSnapshot: { tableId, status: 'OPEN', lines: ['a'], payments: [], updatedAt: fine, ...more } },
  );
const asked = (at: number, tableId: string, body: object, wholeBill: object = { checkpoint: fine }) =>
  exchangedAt(at, 'BillPreparationRequested', { tableId, wholeBill }, body);
const billed = (at: number, tableId: string, posBillId = `b${tableId}`) =>
  asked(at, tableId, { success: true, bill: { posBillId } });
const nothing = (at: number, tableId: string, reasonCode = 'NO_OPEN_BILL') =>
  asked(at, tableId, { success: false, reasonCode });
const failed = (at: number, tableId: string) => exchangedAt(at, 'BillPaymentFailed', { posBillId: `b${tableId}` });
const nothingAt = (at: number, tableId: string, now: object = {}) => [
  ...looked(at, tableId),
  ...billed(at + 10, tableId),
  ...failed(at + 30, tableId),
  ...nothing(at + 40, tableId),
  ...looked(at + 50, tableId, now),
];
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, ...seen.flat()], 900)['payment/failed-releases-bill'];
const cause = ['nothing to pay since a payment failed'];

test('a table that has nothing to pay since a payment failed is told of, though nothing changed there', () => {
  expect(said(nothingAt(100, 'T1'))).toEqual(cause);
  expect(said(nothingAt(100, 'T1'), nothingAt(200, 'T2'))).toEqual(cause);
});

test.for([
  ['it changed since', nothingAt(100, 'T1', { updatedAt: later })],
  ['it was closed since', nothingAt(100, 'T1', { status: 'CLOSED' })],
  ['somebody paid', nothingAt(100, 'T1', { payments: ['cash'] })],
  ['a line is gone', nothingAt(100, 'T1', { lines: [] })],
  ['another bill waits', [...looked(90, 'T1'), ...billed(95, 'T1', 'other'), ...nothingAt(100, 'T1')]],
  ['it has a bill later', [...nothingAt(100, 'T1').slice(0, -3), ...billed(145, 'T1', 'next'), ...looked(150, 'T1')]],
  [
    'it was asked for without a checkpoint',
    [
      ...looked(100, 'T1'),
      ...billed(110, 'T1'),
      ...failed(130, 'T1'),
      ...asked(140, 'T1', { success: false, reasonCode: 'NO_OPEN_BILL' }, {}),
      ...looked(150, 'T1'),
    ],
  ],
  [
    'it is busy',
    [
      ...looked(100, 'T1'),
      ...billed(110, 'T1'),
      ...failed(130, 'T1'),
      ...nothing(140, 'T1', 'POS_OFFLINE_OR_BUSY'),
      ...looked(150, 'T1'),
    ],
  ],
  [
    'the clock may not have moved',
    [...looked(100, 'T1'), ...billed(104, 'T1'), ...failed(110, 'T1'), ...nothing(115, 'T1'), ...looked(120, 'T1')],
  ],
] as const)('where %s it is not', ([, seen]) => {
  expect(said(seen)).toBeUndefined();
});
