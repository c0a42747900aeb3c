import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../pos-stream.fixture.ts';

const at = (second: number) => `2026-05-01T12:00:0${second}.120Z`;
const line = (lineId: string, total = 10, state = 'ORDERED') => ({ lineId, name: 'soup', total, state });
type Line = ReturnType<typeof line>;
const totalOf = (lines: readonly Line[]) => lines.reduce((sum, one) => sum + one.total, 0);
const looked = (lines: readonly Line[], second: number, more: object = {}) =>
  openTable(at(0), { lines, totals: { total: totalOf(lines) }, payments: [], updatedAt: at(second), ...more });
const billed = (lines: readonly Line[], second: number, sum = totalOf(lines)) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', wholeBill: { checkpoint: at(second) } },
    { success: true, bill: { posBillId: `b${second}`, lines, totals: { total: sum } } },
  );
const pushed = (diff: object = { removedLineIds: ['b'] }, changeType = 'LINE_CANCELLED'): Seen[] => [
  changedByHand(changeType, { diff }),
];
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/no-open-bill'];
const [a, b, c] = [line('a'), line('b'), line('c')];
const all = [a, b, c];
const once = [looked(all, 1), pushed(), looked(all, 2), billed(all, 2)];
const isTold = ['a cancelled line left and billed'];

test('a line that was cancelled, stands on the table as before and is billed is told of', () => {
  expect(said(...once)).toEqual(isTold);
  expect(said(...once, pushed({ removedLineIds: ['c'] }), looked(all, 3), billed(all, 3))).toEqual(isTold);
});

const cancelled = [a, line('b', 10, 'CANCELLED'), c];

const unlike = [a, b, line('other', 30)];
const gone = (lines: readonly Line[], left: readonly Line[], diff?: object) => [
  looked(lines, 1),
  pushed(diff),
  looked(left, 2),
  billed(left, 2),
];

test('a line that is gone in place of the one that was cancelled is told of', () => {
  expect(said(...gone(unlike, [a, b]))).toEqual(['another line gone than was cancelled']);
  expect(said(...gone(unlike, [a, b], { lines: [{ lineId: 'b', state: 'CANCELLED' }] }))).toEqual([
    'another line gone than was cancelled',
  ]);
});

test.for([
  ['lines are called by their places', gone(all, [a, b])],
  ['the line that is gone is named too', gone(unlike, [a, b], { removedLineIds: ['b'], of: 'other' })],
  ['another says the same', gone(unlike, [a, b], { removed: { name: 'b' } })],
  ['another is changed as well', gone(unlike, [a, line('b', 5)])],
  ['a payment came', [looked(unlike, 1), pushed(), looked([a, b], 2, { payments: [1] }), billed([a, b], 2)]],
  ['the totals are others', [looked(unlike, 1), pushed(), looked([a, b], 2, { totals: { total: 40 } })]],
  ['more is gone', gone([...unlike, line('more')], [a, b])],
] as const)('where %s no line is gone in place of another', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});

test.for([
  ['the table was not updated', [looked(all, 1), pushed(), looked(all, 1), billed(all, 1)]],
  ['it is shown as cancelled', [looked(all, 1), pushed(), looked(cancelled, 2), billed(cancelled, 2)]],
  ['it costs nothing', [looked(all, 1), pushed(), looked(all, 2), billed(all, 2, 20)]],
  ['the totals are others', [looked(all, 1), pushed(), looked(all, 2, { totals: { total: 20 } }), billed(all, 2)]],
  ['all are named', [looked(all, 1), pushed({ lines: ['a', 'b', 'c'] }), looked(all, 2), billed(all, 2)]],
  ['it is all there is', [looked([b], 1), pushed(), looked([b], 2), billed([b], 2)]],
  ['another change followed', [looked(all, 1), pushed(), pushed({}, 'LINE_UPDATED'), looked(all, 2), billed(all, 2)]],
  ['one follows', [looked(all, 1), pushed(), looked(all, 2), pushed({}, 'POS_LINE_ADDED'), billed(all, 2)]],
  ['it was delivered', [looked(all, 1), pushed({ ids: ['b'] }, 'LINE_DELIVERED'), looked(all, 2), billed(all, 2)]],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
