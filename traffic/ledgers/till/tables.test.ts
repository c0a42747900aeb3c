import { expect, test } from 'vitest';
import {
  active,
  callback,
  changedByHand,
  exchanged,
  message,
  numbered,
  poll,
  type Seen,
} from '../../laws/pos-stream.fixture.ts';
import { createByteBudget } from '../../retention/byte-budget.ts';
import { createLifecycles } from './messages.ts';
import { createTables } from './tables.ts';

const [look, order] = ['TableOrderSnapshotRequested', 'OrderSubmissionRequested'];
const shown = (second: number, ids: readonly string[], more: object = {}) => ({
  tableSessionContext: { tableId: 'T1', status: 'OPEN' },
  tableOrderSnapshot: {
    tableId: 'T1',
    status: 'OPEN',
    lines: ids.map((lineId) => ({ lineId, price: 120 })),
    payments: [],
    totals: { gross: 120 * ids.length },
    updatedAt: `2026-05-01T12:00:0${second}.000Z`,
  },
  ...more,
});
const looked = (second: number, ...ids: string[]) => exchanged(look, { tableId: 'T1' }, shown(second, ids));
const ordered = (second: number, success: boolean, ...ids: string[]) =>
  exchanged(order, { tableId: 'T1' }, { success, ...shown(second, ids) });
const stream = (...seen: readonly (readonly Seen[])[]) => {
  const budget = createByteBudget();
  const tables = createTables(createLifecycles(budget), budget);
  const steps = numbered(seen.flat()).flatMap((one) => tables.see(one));
  return { tables, steps, looks: steps.flatMap(({ look: now }) => now ?? []) };
};
const ids = (one: { readonly lines?: ReadonlyMap<string, unknown> | undefined } | undefined) => [
  ...(one?.lines?.keys() ?? []),
];

test('nothing is known before the till was activated', () => {
  expect(stream(looked(1, 'a')).steps).toEqual([]);
});

test('a look knows the one before it, and what an order showed meanwhile', () => {
  const { looks, tables } = stream([active], looked(1, 'a'), ordered(2, true, 'a', 'b'), looked(3, 'a', 'b'));
  const [first, , last] = looks;
  expect(first).toMatchObject({ came: 'asked', isSeated: true, total: 120, before: undefined, shownBefore: undefined });
  expect(ids(last?.before)).toEqual(['a']);
  expect(ids(last?.shownBefore)).toEqual(['a', 'b']);
  expect(last?.before?.before).toBeUndefined();
  const n = first?.n ?? 0;
  expect(tables.happenings.at('order', 'T1')).toBeGreaterThan(n);
  expect(tables.happenings.at('order', 'T2')).toBe(-1);
});

test('a rejected order, a repeated answer and an overlapping look are not what a table was like before', () => {
  const rejected = stream([active], looked(1, 'a'), ordered(2, false, 'b'), looked(3, 'a')).looks;
  expect(ids(rejected.at(-1)?.shownBefore)).toEqual(['a']);
  const asked = [poll(20, 30, { ...message('x', 1, 'g', look), tableId: 'T1' })];
  const answered = callback(40, 'x', { messageKind: look, body: shown(1, ['x']) });
  const again = stream([active], asked, [answered, answered], looked(3, 'a')).looks;
  expect(again.map(({ isFresh }) => isFresh)).toEqual([true, false, true]);
  expect(stream([active], asked, looked(3, 'a'), [answered]).looks.at(-1)?.before).toBeUndefined();
});

test('updatedAt is remembered since when it was shown, and another till has tables of its own', () => {
  const at = (ms: number, second: number) => [
    poll(ms, ms, { ...message(`m-${ms}`, 1, 'g', look), tableId: 'T1' }),
    callback(ms + 1, `m-${ms}`, { messageKind: look, body: shown(second, ['a']) }),
  ];
  const { looks } = stream([active], at(10, 1), at(20, 1), at(30, 2), [{ ...active, at: 3_000_000 }], at(3_000_010, 2));
  expect(looks.map(({ since }) => since)).toEqual([11, 11, 31, 31]);
  expect(looks.map(({ before }) => before?.n)).toEqual([undefined, 2, 4, undefined]);
});

test('what somebody at the till changed is at the table that the event names, or anywhere', () => {
  const { tables, steps } = stream([active], looked(1, 'a'), [
    changedByHand('LINE_UPDATED', { diff: { tableId: 'T1' } }),
  ]);
  expect(steps.at(-1)?.changed).toEqual(['T1']);
  expect(tables.happenings.at('byHand', 'T1')).toBe(-1);
  expect(tables.happenings.mayBeAt('byHand', 'T1')).toBe(steps.at(-1)?.n);
  expect(tables.byHand().n).toBe(steps.at(-1)?.n);
});

test('bills and payments are of the table they were prepared for, until their id was of two', () => {
  const billed = (tableId: string) =>
    exchanged('BillPreparationRequested', { tableId }, { success: true, bill: { posBillId: 'b' } });
  const paid = exchanged(
    'BillPaymentCompleted',
    { posBillId: 'b', oaPaymentId: 'p', paidValue: 120 },
    { success: true },
  );
  const { tables, steps } = stream([active], looked(1, 'a'), billed('T1'), paid);
  expect(tables.payments.payment('p')).toMatchObject({ tables: ['T1'], value: 120 });
  expect(steps.flatMap(({ settled }) => settled ?? [])).toEqual([{ tableId: 'T1', isPaid: true, isLast: true }]);
  expect(tables.happenings.at('payment', 'T1')).toBeGreaterThan(-1);
  expect(stream([active], billed('T1'), billed('T2')).tables.payments.tableOf('b')).toBeUndefined();
});
