import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../pos-stream.fixture.ts';

const at = (second: number) => `2026-05-01T12:00:0${second}.120Z`;
const line = (lineId: string, price = 10, more: object = {}) => ({ lineId, name: 'soup', price, at: at(1), ...more });
type Line = ReturnType<typeof line>;
const total = (lines: readonly Line[]) => lines.reduce((sum, { price }) => sum + price, 0);
const looked = (lines: readonly Line[], payments: readonly unknown[] = []) =>
  openTable(at(0), { lines, totals: { total: total(lines) }, payments, updatedAt: at(2) });
const billed = (lines: readonly Line[], sum = total(lines), about: object = { wholeBill: { checkpoint: at(2) } }) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', ...about },
    { success: true, bill: { posBillId: `b${lines.length}`, lines, totals: { total: sum } } },
  );
const changed = changedByHand();
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/no-open-bill'];
const [a, b, c] = [line('a'), line('b', 15), line('c')];
const all = looked([a, b, c]);
const two = billed([a, b]);
const isTold = ['unpaid lines left out of a bill'];

test('a bill of some lines of a table that nobody has paid for, where all were asked for, is told of', () => {
  expect(said(all, two)).toEqual(isTold);
  const failed = exchanged('BillPaymentFailed', { posBillId: 'b3' });
  expect(said(all, billed([a, b, c]), failed, two)).toEqual(isTold);
});

const prepaid = (paidValue = 10) =>
  exchanged('OrderSubmissionRequested', { tableId: 'T1', oaPaymentId: 'p', paidValue }, { success: true });
const settled = { paid: true };
const settledAll = [line('a', 10, settled), b, line('c', 10, settled), line('d', 10, settled)];

test('so is one that leaves out what counts as paid with an order of somebody else', () => {
  const seen = [all, prepaid(), looked(settledAll, ['p']), billed([b])];
  expect(said(...seen)).toEqual(isTold);
});

test.for([
  ['what was paid for', [all, prepaid(30), looked(settledAll, ['p']), billed([b])]],
  ['only the order', [all, prepaid(), looked([a, b, c, line('d', 10, settled)], ['p']), billed([a, b, c])]],
  ['what was so before', [looked([line('a', 10, settled), b]), prepaid(), looked(settledAll, ['p']), billed([b, c])]],
  ['what is paid otherwise', [all, prepaid(), looked(settledAll, ['p', 'cash']), billed([b])]],
  ['what a waiter changed', [all, prepaid(), [changed], looked(settledAll, ['p']), billed([b])]],
] as const)('but not one that leaves out %s', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});

test.for([
  ['all lines', [all, billed([a, b, c])]],
  ['two that cost as much as all', [all, billed([a, b], 35)]],
  ['two, one of them dearer', [all, billed([a, line('b', 20)], 30)]],
  ['two that were asked for', [all, billed([a, b], 25, { partBill: { checkpoint: at(2) } })]],
  ['two at another checkpoint', [all, billed([a, b], 25, { wholeBill: { checkpoint: at(1) } })]],
  ['two without a checkpoint', [all, billed([a, b], 25, { wholeBill: {} })]],
  ['two where something was paid', [looked([a, b, c], ['cash']), two]],
  [
    'two where somebody paid for an order',
    [exchanged('OrderSubmissionRequested', { tableId: 'T1', oaPaymentId: 'p' }), all, two],
  ],
  ['two where another bill waits', [all, billed([c], 10, { partBill: {} }), two]],
  ['two, where the third is of another kind', [looked([a, b, line('c', 10, { pending: true })]), two]],
  ['two where a waiter changed something', [all, [changed], two]],
] as const)('a bill of %s says nothing', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
