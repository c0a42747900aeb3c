import { expect, test } from 'vitest';
import { active, closedByHand, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

const [paid, other] = ['0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11', '7d1f3b0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'];
const [noon, one] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
const looked = (openedAt: string, payments: readonly unknown[], lines: unknown = [{ lineId: 1 }]) =>
  exchanged(
    'TableOrderSnapshotRequested',
    { tableId: 'T1' },
    {
      tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt },
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, payments },
    },
  );
const billed = (tableId = 'T1') =>
  exchanged('BillPreparationRequested', { tableId }, { success: true, bill: { posBillId: 'b' } });
const settled = exchanged('BillPaymentCompleted', { posBillId: 'b', oaPaymentId: paid }, { success: true });
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
const moves = ['openedAt moves within a session'];
const [unpaid, line] = [[{ lineId: 1, paid: false }], [{ lineId: 1, paid: true }]];

test('openedAt that moves with the payment of a bill from before is told of, and so is one that moves after it', () => {
  expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toEqual(moves);
  const after = [billed(), settled, looked(noon, [{ id: paid }], unpaid), looked(one, [{ id: paid }], line)];
  expect(said(...after)).toEqual(moves);
});

test('the next guest may have the same lines, and pay as well', () => {
  expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [], line))).toBeUndefined();
  expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [other], line))).toBeUndefined();
  expect(said(looked(noon, [], unpaid), billed(), settled, looked(one, [paid], line))).toBeUndefined();
});

test.for([
  ['one line more stands', looked(one, [paid], [{ lineId: 1, paid: true }, { lineId: 2 }])],
  ['lines have no identifier', looked(one, [paid], ['a'])],
  ['no line stands', looked(one, [paid], [])],
  ['it is the same moment', looked('2026-11-21T13:00:00+01:00', [paid], line)],
] as const)('where %s nothing is told', ([, then]) => {
  expect(said(billed(), looked(noon, [], unpaid), settled, then)).toBeUndefined();
});

test('nor where the bill was of another table, or a waiter closed it', () => {
  expect(said(billed('T2'), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toBeUndefined();
  expect(said(billed(), billed('T2'), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toBeUndefined();
  expect(said(billed(), looked(noon, [], unpaid), settled, [closedByHand], looked(one, [paid], line))).toBeUndefined();
});
