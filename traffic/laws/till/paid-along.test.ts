import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../pos-stream.fixture.ts';

const at = (second: number) => `2026-05-01T12:00:0${second}.120Z`;
const line = (lineId: string, name: string, isPaid = false, total = 10) => ({ lineId, name, total, isPaid });
type Line = ReturnType<typeof line>;
const totalOf = (lines: readonly Line[]) => lines.reduce((sum, one) => sum + one.total, 0);
const looked = (lines: readonly Line[], second: number, payments: readonly unknown[] = []) =>
  openTable(at(0), { lines, totals: { total: totalOf(lines) }, payments, updatedAt: at(second) });
const billed = (lines: readonly Line[], posBillId: string, asked: object) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', ...asked },
    { success: true, bill: { posBillId, lines, totals: { total: totalOf(lines) } } },
  );
const paid = (posBillId = 'part', paidValue = 10, success = true) =>
  exchanged('BillPaymentCompleted', { posBillId, oaPaymentId: `p-${posBillId}`, paidValue }, { success });
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/no-open-bill'];

const [a, b, c] = [line('a', 'soup'), line('b', 'soup'), line('c', 'bread')];
const [paidA, paidB] = [line('a', 'soup', true), line('b', 'soup', true)];
const part = billed([a], 'part', { partBill: { checkpoint: at(1) } });
const rest = (lines: readonly Line[], second = 2) =>
  billed(lines, `rest${second}`, { wholeBill: { checkpoint: at(second) } });
const before = [...looked([a, b, c], 1), ...part];
const after = looked([paidA, paidB, c], 2, ['p-part']);

test('a line of the same that is paid with another one is told of', () => {
  expect(said(before, paid(), after, rest([c]))).toEqual(['lines of the same paid along']);
});

test.for([
  ['only what was selected is paid', [before, paid(), looked([paidA, b, c], 2, ['p-part']), rest([b, c])]],
  ['it is billed all the same', [before, paid(), after, rest([b, c])]],
  ['it was paid for', [before, paid('part', 20), after, rest([c])]],
  ['somebody else paid', [before, paid(), looked([paidA, paidB, c], 2, ['p-part', 'cash']), rest([c])]],
  ['nothing was paid', [before, paid('part', 10, false), after, rest([c])]],
  ['a waiter was there', [before, paid(), [changedByHand()], after, rest([c])]],
  [
    'it is something else',
    [
      [...looked([a, c, line('d', 'cake')], 1), ...part],
      paid(),
      looked([paidA, line('c', 'bread', true), line('d', 'cake')], 2, ['p-part']),
      rest([line('d', 'cake')]),
    ],
  ],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
