import { expect, test } from 'vitest';
import { active, closedByHand, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

const [soup, tea] = [
  { lineId: '1', name: 'soup' },
  { name: 'tea', lineId: '2' },
];
const [noon, one] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
const looked = (openedAt: unknown, lines: unknown = [soup], more: object = {}, snapshot: object = {}) =>
  exchanged(
    'TableOrderSnapshotRequested',
    { tableId: 'T1' },
    {
      tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt, ...more },
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, payments: [], ...snapshot },
    },
  );
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
const moves = ['openedAt moves within a session'];

test.for([
  ['nothing else', [soup]],
  ['one line more', [{ lineId: '0' }, { name: 'soup', lineId: '1' }, tea]],
] as const)('openedAt that moves with %s is told of', ([, lines]) => {
  expect(said(looked(noon), looked(one, lines))).toEqual(moves);
  expect(said(looked(noon), exchanged('OrderSubmissionRequested', { tableId: 'T1' }, {}), looked(one, lines))).toEqual(
    moves,
  );
});

test.for([
  ['2026-11-21T13:00:00+01:00'],
  ['20261121T120000Z'],
  ['2026-11-21T12:00:00.999Z'],
  ['2026-11-21T13:00:00'],
  ['today at one'],
  [undefined],
  [1_790_000_000],
])('%j is no other time that can be told', ([openedAt]) => {
  expect(said(looked(noon), looked(openedAt))).toBeUndefined();
  expect(said(looked(openedAt), looked(noon))).toBeUndefined();
});

test.for([
  ['another line', [tea]],
  ['a line that has changed', [{ ...soup, state: 'DELIVERED' }, tea]],
  ['no lines', []],
  ['none that can be read', 'soup'],
] as const)('a table with %s may be that of the next guest', ([, lines]) => {
  expect(said(looked(noon), looked(one, lines))).toBeUndefined();
  expect(said(looked(noon, lines), looked(one, [soup]))).toBeUndefined();
});

test('of lines that are alike as many have to stand there still', () => {
  expect(said(looked(noon, [soup, soup]), looked(one, [soup, tea]))).toBeUndefined();
  expect(said(looked(noon, [soup, soup]), looked(one, [soup, tea, soup]))).toEqual(moves);
});

test.for([
  ['the session was closed', looked(noon, [soup], { status: 'CLOSED' })],
  ['the table was closed', looked(noon, [soup], {}, { status: 'CLOSED' })],
  ['another table is shown', looked(noon, [soup], {}, { tableId: 'T2' })],
  ['nobody sat there', looked(noon, [])],
  ['a bill was paid', exchanged('BillPaymentCompleted', { posBillId: 'b', oaPaymentId: 'p' }, { success: true })],
  ['an order was paid', exchanged('OrderSubmissionRequested', { tableId: 'T1', oaPaymentId: 'p' }, { success: true })],
  ['a waiter closed it', [closedByHand]],
] as const)('where %s in between it may be that of the next guest', ([, between]) => {
  expect(said(looked(noon), between, looked(one))).toBeUndefined();
});

test('payments that are gone are those of another session', () => {
  expect(said(looked(noon, [soup], {}, { payments: ['cash'] }), looked(one))).toBeUndefined();
});
