import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../pos-stream.fixture.ts';

const at = (second: number, ms = 120) => `2026-05-01T12:00:0${second}.${String(ms).padStart(3, '0')}Z`;
const line = (lineId: string, total = 10, name = `soup ${total}`) => ({ lineId, name, total });
const total = (lines: readonly { readonly total: number }[]) => lines.reduce((sum, one) => sum + one.total, 0);
const looked = (lines: readonly ReturnType<typeof line>[], updatedAt: string) =>
  openTable(at(0), { lines, totals: { total: total(lines) }, payments: [], updatedAt });
const billed = (
  lines: readonly ReturnType<typeof line>[],
  { checkpoint = at(2), sum = total(lines) }: { readonly checkpoint?: string; readonly sum?: number } = {},
) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', wholeBill: { checkpoint } },
    { success: true, bill: { posBillId: 'b', lines, totals: { total: sum } } },
  );
const pushed = (diff: object = { removedLineIds: ['c'] }, changeType = 'LINE_CANCELLED'): Seen[] => [
  changedByHand(changeType, { diff }),
];
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/no-open-bill'];
const [a, b, c] = [line('a'), line('b'), line('c', 25)];
const [before, after] = [looked([a, b, c], at(1)), looked([a, b], at(2))];

test('a line that was cancelled, and is gone from the table, is on the bill and costs what it did', () => {
  expect(said(before, pushed(), after, billed([a, b, c]))).toEqual(['a cancelled line billed']);
  expect(said(before, pushed(), after, looked([a, b], at(2)), billed([a, b, c]))).toEqual(['a cancelled line billed']);
});

test.for([
  ['without it', [pushed(), after, billed([a, b])]],
  ['on which it costs nothing', [pushed(), after, billed([a, b, c], { sum: 20 })]],
  ['with a service', [pushed(), after, billed([a, b, line('d', 25)])]],
  ['with its identifier for a service', [pushed(), after, billed([a, b, line('c', 25, 'service')])]],
  ['with it for another price', [pushed(), after, billed([a, b, line('c', 15, 'soup 25')])]],
  ['with a correction beside it', [pushed(), after, billed([a, b, c, line('e', 25)], { sum: 20 })]],
  ['of a later change', [pushed(), after, pushed({ added: ['c'] }, 'POS_LINE_ADDED'), billed([a, b, c])]],
  ['for another checkpoint', [pushed(), after, billed([a, b, c], { checkpoint: at(1) })]],
  ['where nobody cancelled it', [after, billed([a, b, c])]],
  ['where another was cancelled', [pushed({ removedLineIds: ['d'] }), after, billed([a, b, c])]],
  ['of a clock in whole seconds', [pushed(), looked([a, b], at(2, 0)), billed([a, b, c], { checkpoint: at(2, 0) })]],
] as const)('a bill %s says nothing', ([, seen]) => {
  expect(said(before, ...seen)).toBeUndefined();
});
