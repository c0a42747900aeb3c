import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../pos-stream.fixture.ts';

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
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/no-open-bill'];
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
