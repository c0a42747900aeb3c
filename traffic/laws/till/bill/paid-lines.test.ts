import { describe, expect, test } from 'vitest';
import {
  active,
  changedByHand,
  closedByHand,
  exchanged,
  openTable,
  type Seen,
  told,
} from '../../pos-stream.fixture.ts';

describe('a line of a paid bill', () => {
  const oaPaymentId = '0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11';
  const line = (lineId: number, more: object = {}) => ({ lineId, price: 10, ...more });
  let bills = 0;
  const billed = (lines: readonly unknown[], asked: object = { wholeBill: {} }, posBillId = `b${bills++}`) =>
    exchanged(
      'BillPreparationRequested',
      { tableId: 'T1', ...asked },
      { success: true, bill: { posBillId, lines, totals: { total: lines.length * 10 } } },
    );
  const looked = (payments: readonly unknown[] = [], tableId = 'T1') =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId },
      { tableOrderSnapshot: { tableId, status: 'OPEN', lines: [], payments } },
    );
  const paid = (paidValue = 20, success = true) =>
    exchanged('BillPaymentCompleted', { posBillId: 'x', oaPaymentId, paidValue }, { success });
  const ordered = (tableId: string) => exchanged('OrderSubmissionRequested', { tableId }, { success: true });
  const said = (...seen: readonly (readonly Seen[])[]) =>
    told([active, ...looked(), ...looked([], 'T2'), ...seen.flat()], 100)['bill/unpaid-lines'];
  const first = billed([line(1), line(2)], { wholeBill: {} }, 'x');
  const [shown, rest] = [looked([oaPaymentId]), billed([line(2)])];

  test('a line of a bill that was paid which stands on the next one is told of', () => {
    expect(said(first, paid(), shown, rest)).toEqual(['a line of a paid bill billed again']);
    expect(said(first, ordered('T2'), paid(), shown, rest)).toEqual(['a line of a paid bill billed again']);
  });

  test.for([
    ['all lines of it', [line(1), line(2)]],
    ['others', [line(3)]],
    ['what is left of one', [line(2, { price: 5 })]],
    ['no identifiers', [{ price: 10 }]],
    ['one identifier for two', [line(2), line(2)]],
  ] as const)('a next bill with %s is not', ([, lines]) => {
    expect(said(first, paid(), shown, billed(lines))).toBeUndefined();
  });

  test('nor is one of some lines, or after one of some lines', () => {
    expect(said(first, paid(), shown, billed([line(2)], {}))).toBeUndefined();
    expect(said(billed([line(1), line(2)], {}, 'x'), paid(), shown, rest)).toBeUndefined();
  });

  test('nor where less was paid, or nothing, or the payment is not shown at the table', () => {
    expect(said(first, paid(19), shown, rest)).toBeUndefined();
    expect(said(first, paid(20, false), shown, rest)).toBeUndefined();
    expect(said(first, paid(), rest)).toBeUndefined();
    expect(said(first, paid(), shown, looked(), rest)).toBeUndefined();
  });

  test('nor where somebody ordered there, or may have, or changed something', () => {
    for (const between of [ordered('T1'), ordered('S1'), [closedByHand]])
      expect(said(first, between, paid(), shown, rest)).toBeUndefined();
  });

  test('nor one that was prepared before, or whose id another has had', () => {
    expect(said(first, rest, paid(), shown)).toBeUndefined();
    const retried = { wholeBill: {}, idempotencyKey: 'k' };
    expect(said(billed([line(2)], retried), first, paid(), shown, billed([line(2)], retried))).toBeUndefined();
    expect(said(first, billed([line(2)], { wholeBill: {} }, 'x'), paid(), shown, rest)).toBeUndefined();
  });
});

describe('a table that is paid to the last', () => {
  const oaPaymentId = '0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11';
  const at = (second: number) => `2026-05-01T12:00:0${second}.120Z`;
  const looked = (
    second: number,
    payments: readonly string[],
    { total = 30, openedAt = at(0) }: { readonly total?: number; readonly openedAt?: string } = {},
  ) =>
    openTable(openedAt, {
      lines: [{ lineId: 'a', price: 10 }],
      totals: { total },
      payments,
      updatedAt: at(second),
    });
  const billed = (second: number, total: number, checkpoint: object = { checkpoint: at(second) }) =>
    exchanged(
      'BillPreparationRequested',
      { tableId: 'T1', wholeBill: checkpoint },
      { success: true, bill: { posBillId: `b${second}`, totals: { total } } },
    );
  const paid = (value: number, success = true) =>
    exchanged('BillPaymentCompleted', { posBillId: 'b1', oaPaymentId, paidValue: value }, { success });
  const changed = changedByHand();
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/unpaid-lines'];
  const before = [...looked(1, []), ...billed(1, 30)];
  const after = looked(2, [oaPaymentId]);

  test('a bill of a table of which all that was ordered is paid is told of', () => {
    expect(said(before, paid(30), after, billed(2, 10))).toEqual(['a bill of a table that is paid to the last']);
  });

  test.for([
    ['of nothing', [before, paid(30), after, billed(2, 0)]],
    ['at another checkpoint', [before, paid(30), after, billed(2, 10, { checkpoint: at(1) })]],
    ['once more was ordered', [before, paid(30), looked(2, [oaPaymentId], { total: 40 }), billed(2, 10)]],
    ['where a part was paid', [before, paid(15), after, billed(2, 15)]],
    ['where the payment failed', [before, paid(30, false), after, billed(2, 30)]],
    ['of totals that say what is owed', [looked(1, []), billed(1, 60), paid(60), after, billed(2, 10)]],
    ['where cash was paid too', [before, paid(30), looked(2, [oaPaymentId, 'cash']), billed(2, 10)]],
    ['of the next session', [before, paid(30), looked(2, [oaPaymentId], { openedAt: at(2) }), billed(2, 10)]],
    ['where a waiter added something', [before, paid(30), [changed], after, billed(2, 10)]],
  ] as const)('a bill %s says nothing', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });
});
