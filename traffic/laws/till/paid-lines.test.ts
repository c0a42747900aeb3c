import { expect, test } from 'vitest';
import { active, closedByHand, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

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
  told([active, ...looked(), ...looked([], 'T2'), ...seen.flat()], 100)['bill/no-open-bill'];
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
