import { describe, expect, test } from 'vitest';
import { active, changedByHand, exchanged, openTable, type Seen, told } from '../../pos-stream.fixture.ts';

describe('a cancelled line', () => {
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
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/unpaid-lines'];
  const [a, b, c] = [line('a'), line('b'), line('c', 25)];
  const [before, after] = [looked([a, b, c], at(1)), looked([a, b], at(2))];

  test('a line that was cancelled, and is gone from the table, is on the bill and costs what it did', () => {
    expect(said(before, pushed(), after, billed([a, b, c]))).toEqual(['a cancelled line billed']);
    expect(said(before, pushed(), after, looked([a, b], at(2)), billed([a, b, c]))).toEqual([
      'a cancelled line billed',
    ]);
    const paid = line('p', 15, 'paid');
    expect(said(looked([paid, a, b, c], at(1)), pushed(), looked([paid, a, b], at(2)), billed([a, b, c]))).toEqual([
      'a cancelled line billed',
    ]);
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
});

describe('a cancelled line that is left', () => {
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
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/unpaid-lines'];
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
});

describe('an unpaid line left out', () => {
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
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/unpaid-lines'];
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

  /** The first answer of the platform is an error, and the result is sent again. */
  const takenAtLast = ([asked, answer, ...rest]: readonly Seen[]): readonly Seen[] =>
    asked === undefined || answer === undefined ? [] : [asked, { ...answer, status: 503 } as Seen, answer, ...rest];

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
    ['two where another waits that was taken at last', [all, takenAtLast(billed([c], 10, { partBill: {} })), two]],
    ['two, where the third is of another kind', [looked([a, b, line('c', 10, { pending: true })]), two]],
    ['two where a waiter changed something', [all, [changed], two]],
  ] as const)('a bill of %s says nothing', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });
});
