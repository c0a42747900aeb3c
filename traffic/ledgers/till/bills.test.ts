import { expect, test } from 'vitest';
import { active, exchanged, numbered, openTable, type Seen } from '../../laws/pos-stream.fixture.ts';
import { createByteBudget } from '../../retention/byte-budget.ts';
import { createTillLedgers } from './ledgers.ts';
import { createLifecycles } from './messages.ts';

const at = (second: number, ms = 120) => `2026-05-01T12:00:0${second}.${ms}Z`;
const lines = [{ lineId: 'a', price: 120 }];
const looked = (updatedAt: string) => openTable(at(0), { lines, totals: { gross: 120 }, payments: [], updatedAt });
const billed = (about: object, more: object = {}) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', ...about },
    { success: true, bill: { posBillId: 'b', lines, totals: { gross: 120 } } },
    more,
  );
const paid = (success = true) =>
  exchanged('BillPaymentCompleted', { posBillId: 'b', oaPaymentId: 'p', paidValue: 120 }, { success });
const stream = (...seen: readonly (readonly Seen[])[]) => {
  const budget = createByteBudget();
  const { bills } = createTillLedgers(createLifecycles(budget), budget);
  const steps = numbered([active, ...seen.flat()]).flatMap((one) => bills.see(one));
  return { bills, shown: steps.flatMap(({ bill }) => bill ?? []) };
};

test('a bill is of the whole table by the last look, where its checkpoint is that, and finer than a second', () => {
  const of = (asked: object, updatedAt = at(1)) => stream(looked(updatedAt), billed(asked)).shown[0];
  expect(of({ wholeBill: { checkpoint: at(1) } })).toMatchObject({ isWhole: true, total: 120, table: { total: 120 } });
  expect(of({ wholeBill: { checkpoint: at(2) } })?.table).toBeUndefined();
  expect(of({ wholeBill: { checkpoint: at(1, 0) } }, at(1, 0))?.table).toBeUndefined();
  expect(of({ partBill: { checkpoint: at(1) } })).toMatchObject({ isWhole: false, table: undefined });
});

test('a bill is due until a payment of it is delivered, and paid once that is accepted', () => {
  expect(stream(billed({})).bills.get('b')?.isDue).toBe(true);
  const { bills } = stream(looked(at(1)), billed({}), paid());
  expect(bills.get('b')?.isDue).toBe(false);
  expect(bills.lastPaid('T1')).toMatchObject({ posBillId: 'b', paidValue: 120 });
  expect(stream(billed({}), paid(false)).bills.lastPaid('T1')).toBeUndefined();
});

test('a bill knows the one that had its id before, and nobody knows then which is paid', () => {
  const { bills, shown } = stream(billed({}), billed({ tableId: 'T2' }), paid());
  expect(shown.map(({ former }) => former?.tableId)).toEqual([undefined, 'T1']);
  expect(bills.lastPaid('T2')).toBeUndefined();
});

test('a result that is sent again, or to a retry, is of the bill it was of', () => {
  const key = { idempotencyKey: 'k' };
  const { bills, shown } = stream(billed(key), paid(), billed(key));
  expect(shown.map(({ former }) => former)).toEqual([undefined, undefined]);
  expect(bills.get('b')?.isDue).toBe(false);
});

test('a bill that was not taken is not due', () => {
  expect(stream(billed({}, { status: 400 })).bills.get('b')).toMatchObject({ isTaken: false, isDue: false });
});
