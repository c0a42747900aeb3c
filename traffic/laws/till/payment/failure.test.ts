import { expect, test } from 'vitest';
import {
  active,
  callback,
  changedByHand,
  exchanged,
  message,
  poll,
  type Seen,
  told,
} from '../../pos-stream.fixture.ts';

const cancelled = (at: number, diff: object = {}): Seen => changedByHand('LINE_CANCELLED', { at, diff });
const line = (lineId: string, more: object = {}) => ({ lineId, ...more });
const all = [line('one'), line('two'), line('three')];
let looks = 0;
const looked = (tableId: string, lines: readonly unknown[], more: object = {}): Seen[] => {
  const [messageId, messageKind] = [`look${looks++}`, 'TableOrderSnapshotRequested'];
  const totals = { total: lines.length };
  const tableOrderSnapshot = { tableId, status: 'OPEN', lines, totals, payments: [], ...more };
  const asked = { ...message(messageId, 1, messageId, messageKind), tableId };
  return [poll(100, 100, asked), callback(110, messageId, { messageKind, body: { tableOrderSnapshot } })];
};
const failed = (tableId: string) => [
  ...exchanged('BillPreparationRequested', { tableId }, { success: true, bill: { posBillId: tableId } }),
  ...exchanged('BillPaymentFailed', { posBillId: tableId }),
];
const lost = (tableId: string, after: readonly unknown[] = all.slice(0, 2), more: object = {}) => [
  ...looked(tableId, all),
  ...failed(tableId),
  ...looked(tableId, after, more),
];
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, cancelled(10), ...seen.flat()], 9_000)['payment/failed-releases-bill'];
const gone = ['lines are gone after a failed payment'];

test('lines that are gone after a failure are told of', () => {
  expect(said(lost('T1'), lost('T2'))).toEqual(gone);
  expect(said(lost('T1'))).toEqual(gone);
  expect(said(lost('T1'), [cancelled(5_000, { removed: ['other'] })])).toEqual(gone);
});

test('also where something is ordered at another table meanwhile', () => {
  const ordered = exchanged('OrderSubmissionRequested', { tableId: 'T9' }, { success: true });
  const beside = (tableId: string) => [
    ...looked(tableId, all),
    ...failed(tableId),
    ...ordered,
    ...looked(tableId, all.slice(0, 2)),
  ];
  expect(said(beside('T1'))).toEqual(gone);
});

test.for([
  ['lines merged', lost('T1', [line('one', { quantity: 2 }), line('two')])],
  ['the totals stay', lost('T1', all.slice(0, 2), { totals: { total: 3 } })],
  ['something was paid', lost('T1', all.slice(0, 2), { payments: ['cash'] })],
  ['none is left', lost('T1', [])],
  ['the table is closing', lost('T1', all.slice(0, 2), { status: 'CLOSING' })],
  [
    'a bill was paid',
    [
      ...looked('T1', all),
      ...failed('T1'),
      ...exchanged('BillPaymentCompleted', { posBillId: 'b' }),
      ...looked('T1', all.slice(1)),
    ],
  ],
  [
    'the table is shown as it was before',
    [
      ...looked('T1', all, { updatedAt: '2026-01-01T12:00:01.000Z' }),
      ...failed('T1'),
      ...looked('T1', all.slice(0, 2), { updatedAt: '2026-01-01T12:00:00.000Z' }),
    ],
  ],
  [
    'something is ordered there',
    [
      ...looked('T1', all),
      ...failed('T1'),
      ...exchanged('OrderSubmissionRequested', { tableId: 'T1' }, { success: false }),
      ...looked('T1', all.slice(1)),
    ],
  ],
  ['nothing failed', [...looked('T1', all), ...looked('T1', all.slice(1))]],
  ['an event says so', [...lost('T1'), cancelled(120)]],
  ['an event names the line later', [...lost('T1'), cancelled(8_000, { removed: ['three'] })]],
] as const)('where %s they are not', ([, seen]) => {
  expect(said(seen)).toBeUndefined();
});

test('nor where the till pushes no such changes', () => {
  expect(told([active, ...lost('T1'), ...lost('T2')], 9_000)['payment/failed-releases-bill']).toBeUndefined();
});

const [one, other] = ['0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11', '1b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c12'];
const undone = (tableId: string, payments: readonly string[], lines: readonly unknown[] = all): Seen[] => [
  ...exchanged('OrderSubmissionRequested', { tableId, oaPaymentId: one }),
  ...looked(tableId, all, { payments: [one, other] }),
  ...failed(tableId),
  ...looked(tableId, lines, { payments }),
];
const saidOf = (seen: readonly Seen[]) => told([active, ...seen], 9_000)['payment/failed-releases-bill'];

test('a payment that is gone after another one failed is told of', () => {
  expect(saidOf(undone('T1', [other]))).toEqual(['a payment is gone after one that failed']);
});

test.for([
  ['it stays', undone('T1', [one, other])],
  ['what waited for a payment is gone', undone('T1', [one])],
  ['another one is in its place', undone('T1', ['2b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c13'])],
  ['lines are gone too', undone('T1', [other], all.slice(1))],
  ['nothing failed', [...looked('T1', all, { payments: [one] }), ...looked('T1', all, { payments: [] })]],
] as const)('where %s it is not', ([, seen]) => {
  expect(saidOf(seen)).toBeUndefined();
});

const paidAndOrdered = (tableId: string, after: readonly string[], ordered: object = { success: true }): Seen[] => [
  ...exchanged('OrderSubmissionRequested', { tableId, oaPaymentId: one }),
  ...looked(tableId, all, { payments: [one] }),
  ...failed(tableId),
  ...exchanged('OrderSubmissionRequested', { tableId }, ordered),
  ...looked(tableId, [...all, line('four')], { payments: after }),
];

test('so it is where something is ordered at the table meanwhile', () => {
  expect(saidOf(paidAndOrdered('T1', []))).toEqual(['a payment is gone after one that failed']);
  expect(saidOf(paidAndOrdered('T1', [one]))).toBeUndefined();
});

test('an event of other table tells nothing of it, and one that names no table may', () => {
  const elsewhere = looked('T9', all);
  const later = (diff: object): Seen => changedByHand('LINE_DELIVERED', { at: 120, diff });
  expect(saidOf([...elsewhere, ...undone('T1', [other]), later({ tableId: 'T9' })])).toEqual([
    'a payment is gone after one that failed',
  ]);
  expect(saidOf([...elsewhere, ...undone('T1', [other]), later({ tableId: 'T1' })])).toBeUndefined();
  expect(saidOf([...elsewhere, ...undone('T1', [other]), later({})])).toBeUndefined();
});
