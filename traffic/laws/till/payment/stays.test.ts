import { expect, test } from 'vitest';
import { active, closedByHand, exchanged, type Seen, told } from '../../pos-stream.fixture.ts';

const [one, two] = ['0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11', '7d1f3b0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'];
const noon = '2026-11-21T12:00:00.000Z';
const looked = (payments: unknown, snapshot: object = {}, openedAt = noon) =>
  exchanged(
    'TableOrderSnapshotRequested',
    { tableId: 'T1' },
    {
      tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt },
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines: ['a', 'b'], payments, ...snapshot },
    },
  );
const paid = (oaPaymentId: string, paidValue: number) =>
  exchanged('BillPaymentCompleted', { posBillId: oaPaymentId, oaPaymentId, paidValue }, { success: true });
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, ...paid(one, 1090), ...seen.flat()], 100)['payment/visible-in-table'];
const replaced = ['a payment in place of the one before'];
const [first, second] = [looked([{ id: one, value: 1090 }]), paid(two, 1190)];

test('a payment that stands in place of the one before is told of', () => {
  expect(said(first, second, looked([{ id: two, value: 1190 }]))).toEqual(replaced);
});

test.for([
  ['both are shown', looked([{ id: one }, { id: two }])],
  ['none is shown', looked([])],
  ['they are shown as one', looked([{ id: two, value: 2280 }])],
  ['they are shown as one in whole units', looked([{ id: two, value: '22.80' }])],
  ['lines are gone', looked([two], { lines: ['a'] })],
  ['it is another session', looked([two], {}, '2026-11-21T13:00:00.000Z')],
  ['the table is closed', looked([two], { status: 'CLOSED' })],
] as const)('where %s it is not', ([, then]) => {
  expect(said(first, second, then)).toBeUndefined();
});

test('nor where somebody at the till changed a table, the next one was made before, or came from elsewhere', () => {
  expect(said(first, second, [closedByHand], looked([two]))).toBeUndefined();
  expect(said(second, first, looked([two]))).toBeUndefined();
  expect(said(first, looked([two]))).toBeUndefined();
});
