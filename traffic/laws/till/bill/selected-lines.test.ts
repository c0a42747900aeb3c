import { expect, test } from 'vitest';
import {
  active,
  callback,
  changedByHand,
  exchanged,
  message,
  poll,
  type Seen,
  told,
} from '../../pos-stream.fixture.ts';

const updatedAt = '2026-05-01T12:00:00.120Z';
const line = (lineId: string, name = 'soup', price = 10) => ({ lineId, name, price });
type Line = ReturnType<typeof line>;
const snapshot = (tableId: string, lines: readonly object[]) => ({ tableId, status: 'OPEN', lines, updatedAt });
const looked = (lines: readonly object[], tableId = 'T1') =>
  exchanged('TableOrderSnapshotRequested', { tableId }, { tableOrderSnapshot: snapshot(tableId, lines) });
const ordered = (lines: readonly object[], success = true) =>
  exchanged(
    'OrderSubmissionRequested',
    { tableId: 'T1' },
    { success, acceptedItems: [{}], tableOrderSnapshot: snapshot('T1', lines) },
  );
const billed = (lines: readonly Line[], about: object = { partBill: { checkpoint: updatedAt } }) =>
  exchanged(
    'BillPreparationRequested',
    { tableId: 'T1', ...about },
    { success: true, bill: { posBillId: 'b', lines, totals: {} } },
  );
const changed = changedByHand('POS_LINE_ADDED');
const said = (...seen: readonly (readonly Seen[])[]) => {
  const { 'bill/subset': subset, 'bill/unpaid-lines': unpaid } = told([active, ...seen.flat()], 100);
  return subset ?? unpaid;
};
const [a, b] = [line('a'), line('b', 'bread', 15)];
const again = line('a', 'cake', 25);

test('a line that comes onto a table under the identifier of another one is told of', () => {
  expect(said(looked([a, b]), ordered([a, b, again]))).toEqual(['one identifier for two lines of a table']);
});

test('so it is where the result was answered 5xx and is sent again', () => {
  const body = { success: true, acceptedItems: [{}], tableOrderSnapshot: snapshot('T1', [a, b, again]) };
  const seen = [
    ...looked([a, b]),
    poll(60, 61, { ...message('again'), tableId: 'T1' }),
    callback(62, 'again', { body, status: 503 }),
    callback(74, 'again', { body }),
  ];
  expect(said(seen)).toEqual(['one identifier for two lines of a table']);
  expect(said([...seen, callback(86, 'again', { body })])).toEqual(['one identifier for two lines of a table']);
});

test.for([
  ['it is the same once more', [looked([a, b]), ordered([a, b, line('a')])]],
  ['it is more of the same', [looked([a, b]), ordered([a, b, line('a', 'soup', 20)])]],
  [
    'the state of some of it is another',
    [
      looked([{ ...a, state: 'DONE' }, b]),
      ordered([{ ...a, state: 'DONE' }, b, { ...line('a', 'soup', 20), state: 'NEW' }]),
    ],
  ],
  ['both came together', [looked([b]), ordered([b, a, again])]],
  ['the other one changed', [looked([a, b]), ordered([b, line('a', 'soup with bread', 12), again])]],
  [
    'what it is called may be something else',
    [looked([{ ...a, id: 'x' }]), ordered([a, again].map(({ lineId: id, ...rest }) => ({ ...rest, id })))],
  ],
  ['the order was rejected', [looked([a, b]), ordered([a, b, again], false)]],
  ['nobody ordered', [looked([a, b]), looked([a, b, again])]],
  ['a waiter added something', [looked([a, b]), [changed], ordered([a, b, again])]],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});

const both = [...looked([again], 'T2'), ...looked([a, b])];

test('a line of another table on a bill for some lines is told of', () => {
  expect(said(both, billed([again]))).toEqual(['a line of another table billed']);
});

test.for([
  ['the line of the table', [both, billed([a])]],
  ['another name for it', [both, billed([line('a', 'Soup', 10)])]],
  ['another price of it', [both, billed([line('a', 'soup', 25)])]],
  ['a line that no table shows', [both, billed([line('a', 'cake', 30)])]],
  ['a line of no identifier of the table', [both, billed([line('c', 'cake', 25)])]],
  ['all of the table', [both, billed([again], { wholeBill: { checkpoint: updatedAt } })]],
  ['another checkpoint', [both, billed([again], { partBill: { checkpoint: '2026-05-01T12:00:01.120Z' } })]],
] as const)('a bill of %s says nothing', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});

const selecting = (...selected: readonly string[]) => ({ partBill: { checkpoint: updatedAt, selected } });
const table = looked([a, b, line('c', 'soup', 20)]);

test('a line on a bill that was not selected is told of', () => {
  expect(said(table, billed([b], selecting('a')))).toEqual(['a line billed that was not selected']);
});

test.for([
  ['the line that was selected', [b], ['b']],
  ['that beside all others', [a, b], ['a']],
  ['one of the same', [line('c', 'soup', 20)], ['a']],
  ['that under the place it has', [line('a', 'bread', 15)], ['b']],
  ['nothing that stands there', [line('d', 'service', 3)], ['a']],
  ['a line of which nothing is known', [b], ['x']],
] as const)('a bill of %s is not', ([, lines, selected]) => {
  expect(said(table, billed(lines, selecting(...selected)))).toBeUndefined();
});
