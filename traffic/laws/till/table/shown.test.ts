import { describe, expect, test } from 'vitest';
import { active, callback, exchanged, message, poll, type Seen, told } from '../../pos-stream.fixture.ts';

describe('right table', () => {
  const answered = (id: string, messageKind: string, body: object): Seen[] => [
    poll(20, 30, { ...message(id, 1, 'g', messageKind), tableId: 'T1' }),
    callback(40, id, { messageKind, body }),
  ];
  const looked = answered('look', 'TableOrderSnapshotRequested', { tableOrderSnapshot: { tableId: 'T1' } });
  const result = (messageKind: string, body: object): Seen[] => [
    active,
    ...looked,
    ...answered('m', messageKind, body),
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

  test('away from tables, and at a station that is no name of a table, nothing is compared', () => {
    const shown = { tableOrderSnapshot: { tableId: 'T2' } };
    const [, given] = answered('m', 'OrderSubmissionRequested', shown);
    const ordered = poll(20, 30, message('m', 1, 'g', 'OrderSubmissionRequested'));
    expect(told([active, ...looked, ordered, ...(given ? [given] : [])], 100)['table/right-table']).toBeUndefined();
    const ofStation = [active, ...answered('m', 'OrderSubmissionRequested', shown)];
    expect(told(ofStation, 100)['table/right-table']).toBeUndefined();
  });
});

describe('payments of others', () => {
  const [paid, other] = ['0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11', '7d1f3b0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'];
  const looked = (tableId: string, payments: unknown = [], lines: readonly unknown[] = [{ lineId: `of ${tableId}` }]) =>
    exchanged('TableOrderSnapshotRequested', { tableId }, { tableOrderSnapshot: { tableId, payments, lines } });
  const billed = (tableId: string | undefined, posBillId = 'b') =>
    exchanged('BillPreparationRequested', tableId === undefined ? {} : { tableId }, {
      success: true,
      bill: { posBillId },
    });
  const settled = (oaPaymentId = paid, posBillId = 'b') =>
    exchanged('BillPaymentCompleted', { posBillId, oaPaymentId }, { success: true });
  const prepaid = (tableId?: string) =>
    exchanged('OrderSubmissionRequested', { oaPaymentId: paid, ...(tableId !== undefined && { tableId }) });
  const both = [...looked('T1'), ...looked('T2')];
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/right-table'];

  test.for([[{ oaPaymentId: paid }], [`OA-${paid}/1`], { all: { [paid]: 1200 } }] as const)(
    'the payment of a bill that another table shows as %j is told of',
    (payments) => {
      expect(said(both, billed('T1'), settled(), looked('T2', payments))).toEqual(['a payment of another table']);
    },
  );

  test('so is that of an order, and one in the snapshot of a result', () => {
    expect(said(both, prepaid('T1'), looked('T2', [paid]))).toEqual(['a payment of another table']);
    const snapshot = { tableId: 'T2', payments: [paid], lines: [] };
    const ordered = exchanged('OrderSubmissionRequested', { tableId: 'T2' }, { tableOrderSnapshot: snapshot });
    expect(said(both, prepaid('T1'), ordered)).toEqual(['a payment of another table']);
    const refused = exchanged('BillPreparationRequested', { tableId: 'T2' }, { currentSnapshot: snapshot });
    expect(said(both, prepaid('T1'), refused)).toEqual(['a payment of another table']);
  });

  test('a payment at its own table is not, nor one that nobody made here', () => {
    expect(said(both, billed('T1'), settled(), looked('T1', [paid]), looked('T2', [other, 'cash']))).toBeUndefined();
  });

  test('a payment that may be of this table is not: of a bill that nobody saw, has no table, or shares its id', () => {
    expect(said(both, settled(), looked('T2', [paid]))).toBeUndefined();
    expect(said(both, billed(undefined), settled(), looked('T2', [paid]))).toBeUndefined();
    expect(said(both, billed('T1'), billed(undefined), settled(), looked('T2', [paid]))).toBeUndefined();
    expect(said(both, billed('T1'), billed('T2'), settled(), looked('T2', [paid]))).toBeUndefined();
    expect(said(both, prepaid(), looked('T2', [paid]))).toBeUndefined();
  });

  test('a station that is no name of a table is not compared', () => {
    expect(said(looked('T2'), billed('S1'), settled(), looked('T2', [paid]))).toBeUndefined();
  });

  test('a party that was given another table takes its payments along with its lines', () => {
    const lines = [{ lineId: 'of T1' }, { lineId: 'of T2' }];
    expect(said(both, billed('T1'), settled(), looked('T2', [paid], lines))).toBeUndefined();
  });
});
