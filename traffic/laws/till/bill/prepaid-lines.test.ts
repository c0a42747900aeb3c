import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../../pos-stream.fixture.ts';

const oaPaymentId = '0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11';
const at = (second: number) => `2026-05-01T12:00:0${second}.120Z`;
const line = (lineId: string, price = 10) => ({ lineId, name: 'soup', price });
type Line = ReturnType<typeof line>;
const total = (lines: readonly Line[]) => lines.reduce((sum, one) => sum + one.price, 0);
const snapshotOf = (lines: readonly Line[], second: number, payments: readonly string[]) => ({
  tableId: 'T1',
  status: 'OPEN',
  lines,
  totals: { total: total(lines) },
  payments,
  updatedAt: at(second),
});
const looked = (
  lines: readonly Line[],
  second: number,
  payments: readonly string[] = [oaPaymentId],
  openedAt = at(0),
) => openTable(openedAt, snapshotOf(lines, second, payments));
const ordered = (lines: readonly Line[], second: number, paid: object = {}, acceptedItems: readonly object[] = [{}]) =>
  exchanged(
    'OrderSubmissionRequested',
    { tableId: 'T1', ...paid },
    { success: true, acceptedItems, tableOrderSnapshot: snapshotOf(lines, second, [oaPaymentId]) },
  );
const billed = (lines: readonly Line[], second: number, sum = total(lines)) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', wholeBill: { checkpoint: at(second) } },
    { success: true, bill: { posBillId: `b${second}`, lines, totals: { total: sum } } },
  );
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/unpaid-lines'];
const [a, b, c, d] = [line('a'), line('b', 15), line('c', 25), line('d', 30)];
const start = looked([a, b], 1, []);
const prepaid = [...ordered([a, b, c], 2, { oaPaymentId, paidValue: 25 }), ...looked([a, b, c], 2)];
const rest = billed([a, b], 2);
const more = [...ordered([a, b, c, d], 3), ...looked([a, b, c, d], 3)];
const isTold = ['a line of a prepaid order billed'];
const changed = changedByHand();

test('a line of a prepaid order that a bill was without is told of on the next', () => {
  expect(said(start, prepaid, rest, more, billed([a, b, c, d], 3))).toEqual(isTold);
});

test.for([
  ['without it', [rest, more, billed([a, b, d], 3)]],
  ['on which it costs nothing', [rest, more, billed([a, b, c, d], 3, 55)]],
  ['where a bill had it before', [billed([a, b, c], 2), more, billed([a, b, c, d], 3)]],
  ['where there was no bill before', [more, billed([a, b, c, d], 3)]],
  ['for another checkpoint', [rest, more, billed([a, b, c, d], 2)]],
  ['where a waiter changed something', [rest, [changed], more, billed([a, b, c, d], 3)]],
  ['where the payment is gone', [rest, ordered([a, b, c, d], 3), looked([a, b, c, d], 3, []), billed([a, b, c, d], 3)]],
  [
    'of another session',
    [rest, ordered([a, b, c, d], 3), looked([a, b, c, d], 3, [oaPaymentId], at(2)), billed([a, b, c, d], 3)],
  ],
  [
    'with its identifier for another line',
    [rest, ordered([a, b, c, d], 3, {}, [{}, {}]), looked([a, b, c, d], 3), billed([a, b, c, d], 3)],
  ],
  [
    'with more of it',
    [rest, ordered([a, b, line('c', 50)], 3), looked([a, b, line('c', 50)], 3), billed([a, b, line('c', 50)], 3)],
  ],
] as const)('a bill %s says nothing', ([, seen]) => {
  expect(said(start, prepaid, ...seen)).toBeUndefined();
});

test('nor does one of an order that is not paid, or that came with other lines than were accepted', () => {
  const unpaid = [...ordered([a, b, c], 2), ...looked([a, b, c], 2)];
  expect(said(start, unpaid, rest, more, billed([a, b, c, d], 3))).toBeUndefined();
  const merged = [...ordered([a, b, c], 2, { oaPaymentId, paidValue: 25 }, [{}, {}]), ...looked([a, b, c], 2)];
  expect(said(start, merged, rest, more, billed([a, b, c, d], 3))).toBeUndefined();
});
