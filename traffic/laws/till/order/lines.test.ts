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

const pushed = (at: number, diff: object, changeType = 'LINE_CANCELLED'): Seen =>
  changedByHand(changeType, { at, diff });
const line = (lineId: string, price = 10) => ({ lineId, name: 'soup', price });
type Line = ReturnType<typeof line>;
const item = { items: '[{"listingId":"L1"}]', count: 1, texts: ['L1'] };
let [results, ms] = [0, 100];
const snapshotOf = (tableId: string, lines: readonly Line[], more: object) => ({
  tableId,
  status: 'OPEN',
  lines,
  totals: { total: lines.reduce((sum, { price }) => sum + price, 0) },
  payments: [],
  updatedAt: new Date(1_777_636_800_000 + ms).toISOString(),
  ...more,
});
const result = (messageKind: string, tableId: string, body: object, about: object = {}): Seen[] => {
  const messageId = `result${results++}`;
  const asked = { ...message(messageId, 1, messageId, messageKind), tableId, ...about };
  ms += 20;
  return [poll(ms, ms, asked), callback(ms + 10, messageId, { messageKind, body })];
};
const looked = (tableId: string, lines: readonly Line[], more: object = {}): Seen[] =>
  result('TableOrderSnapshotRequested', tableId, { tableOrderSnapshot: snapshotOf(tableId, lines, more) });
const ordered = (tableId: string, lines: readonly Line[], body: object = {}, about: object = { ordered: item }) =>
  result(
    'OrderSubmissionRequested',
    tableId,
    { success: true, acceptedItems: [1], tableOrderSnapshot: snapshotOf(tableId, lines, {}), ...body },
    about,
  );
const [a, b, c, d] = [line('a'), line('b'), line('c'), line('d')];
/** In the order in which they are written, for the times are. */
const said = (...seen: readonly (readonly Seen[])[]) =>
  told([active, pushed(10, { removed: ['of another table'] }), ...seen.flat()], 20_000)['table/lines-follow-orders'];

const goneAt = (tableId: string) => [
  ...looked(tableId, [a, b]),
  ...ordered(tableId, [a, b, c]),
  ...looked(tableId, [a, b]),
];
const gone = ['lines of accepted orders are gone'];

test('lines of accepted orders that are gone right afterwards are told of', () => {
  expect(said(goneAt('T1'))).toEqual(gone);
  expect(said(goneAt('T1'), goneAt('T2'))).toEqual(gone);
});

const again = (order: readonly Seen[], status: number, later: number): readonly Seen[] => {
  const [sent, first] = order;
  const seen = first?.kind === 'callback' ? first : undefined;
  if (sent === undefined || seen === undefined) return [];
  ms += later;
  return [sent, { ...seen, status }, { ...seen, at: ms, answeredAt: ms + 5 }];
};
const takenBack = (tableId: string, updatedAt: object, later = 10) => [
  ...looked(tableId, [a, b]),
  ...again(ordered(tableId, [a, b, c]), 503, later),
  ...looked(tableId, [a, b], updatedAt),
];
const at = (time: number) => ({ updatedAt: new Date(1_777_636_800_000 + time).toISOString() });

test('lines of an order whose result was sent again are, too', () => {
  expect(said(takenBack('T1', {}))).toEqual(gone);
});

test('and however long that took, where updatedAt is the one of the order', () => {
  const seen = looked('T1', [a, b]);
  const order = ordered('T1', [a, b, c]);
  const stamp = at(ms - 20);
  expect(said(seen, again(order, 503, 3_000), looked('T1', [a, b], stamp))).toEqual(gone);
});

test('but not where somebody may have changed the table in that time', () => {
  expect(said(takenBack('T1', {}, 3_000))).toBeUndefined();
});

test.for([
  ['they merged', [...looked('T1', [a, b]), ...ordered('T1', [a, b, c]), ...looked('T1', [a, line('b', 20)])]],
  ['none is left', [...looked('T1', [a]), ...ordered('T1', [a, b]), ...looked('T1', [])]],
  ['nobody ordered them', [...looked('T1', [a, b]), ...looked('T1', [a])]],
  ['one of before is gone', [...looked('T1', [a, b]), ...ordered('T1', [a, b, c]), ...looked('T1', [b, c])]],
  [
    'the order was rejected',
    [...looked('T1', [a]), ...ordered('T1', [a, b], { success: false }), ...looked('T1', [a])],
  ],
  ['an event says so', [...goneAt('T1'), pushed(ms + 10, { removed: ['x'] })]],
  ['an event names it later', [...goneAt('T1'), pushed(ms + 5_000, { removed: ['c'] })]],
  [
    'a payment failed',
    [
      ...looked('T1', [a]),
      ...ordered('T1', [a, b]),
      ...exchanged('BillPaymentFailed', { posBillId: 'x' }),
      ...looked('T1', [a]),
    ],
  ],
  [
    'the table is closing',
    [...looked('T1', [a]), ...ordered('T1', [a, b]), ...looked('T1', [a], { status: 'CLOSING' })],
  ],
  [
    'the table is shown as before',
    [...looked('T1', [a]), ...ordered('T1', [a, b]), ...looked('T1', [a], { updatedAt: '2026-05-01T12:00:00.001Z' })],
  ],
] as const)('where %s they are not', ([, seen]) => {
  expect(said(seen)).toBeUndefined();
});

test('nor where the till pushes no such changes', () => {
  expect(told([active, ...goneAt('T1'), ...goneAt('T2')], 20_000)['table/lines-follow-orders']).toBeUndefined();
});

const beside = (diff: object, lines: readonly Line[] = [a], then: readonly Seen[] = []) => [
  ...looked('T1', [a]),
  ...ordered('T1', [a, b]),
  ...ordered('T1', [a, b, c]),
  pushed(ms + 15, diff),
  ...looked('T1', lines),
  ...then,
];

test('a line of another order that is gone with one that was cancelled is told of', () => {
  expect(said(beside({ removed: ['c'] }))).toEqual(['lines of accepted orders are gone with another']);
});

test.for([
  ['the event names it too', () => beside({ removed: ['b', 'c'] })],
  ['the event names none', () => beside({ removed: 2 })],
  ['it stays', () => beside({ removed: ['c'] }, [a, b])],
  ['an event of its own follows', () => beside({ removed: ['c'] }, [a], [pushed(ms + 30, { removed: ['b'] })])],
] as const)('where %s it is not', ([, seen]) => {
  expect(said(seen())).toBeUndefined();
});

const cancelledAt = (tableId: string, then: (lines: readonly Line[]) => readonly Seen[]): readonly Seen[] => [
  ...looked(tableId, [a]),
  ...ordered(tableId, [a, b]),
  ...looked(tableId, [a, b]),
  pushed(ms + 15, { removed: ['b'] }),
  ...looked(tableId, [a]),
  ...then([a]),
];
const back = ['a cancelled line is back with an order'];

test('a cancelled line that is back with an order is told of', () => {
  expect(said(cancelledAt('T1', (left) => ordered('T1', [...left, c, b])))).toEqual(back);
});

test.for([
  ['its identifier is used again', (left: readonly Line[]) => ordered('T1', [...left, b])],
  ['it costs something else', (left: readonly Line[]) => ordered('T1', [...left, c, line('b', 12)])],
  ['an order of something else has two lines', (left: readonly Line[]) => ordered('T1', [...left, b, c], {}, {})],
  ['the waiter brought it back', (left: readonly Line[]) => [pushed(ms, {}), ...ordered('T1', [...left, c, b])]],
  [
    'an event says so later',
    (left: readonly Line[]) => [...ordered('T1', [...left, c, b]), pushed(ms + 20, { added: ['b'] }, 'POS_LINE_ADDED')],
  ],
  ['another was cancelled', (left: readonly Line[]) => ordered('T1', [...left, c, d])],
] as const)('where %s it is not', ([, then]) => {
  expect(said(cancelledAt('T1', then))).toBeUndefined();
});

const e = line('line e');
const refused = (tableId: string, body: object = {}) =>
  result('OrderSubmissionRequested', tableId, { success: false, rejectedItems: [1], ...body }, { ordered: item });
const wiped = (tableId: string, orders: readonly Seen[] = refused(tableId)) => [
  ...looked(tableId, [a, b]),
  ...ordered(tableId, [a, b, e]),
  ...looked(tableId, [a, b, e]),
  ...orders,
  ...looked(tableId, [a, b]),
];

test('lines of accepted orders that are gone with one that was rejected are told of', () => {
  expect(said(wiped('T1'))).toEqual(['lines of accepted orders are gone with a rejected one']);
});

test('they are, whatever is cancelled at another table', () => {
  const other = (diff: object) => said(looked('T2', [d]), wiped('T1'), [pushed(ms + 10, diff)]);
  expect(other({ tableId: 'T2', removed: ['d'] })).toEqual(['lines of accepted orders are gone with a rejected one']);
  expect(other({ removed: ['d'] })).toBeUndefined();
});

test.for([
  ['some of it was accepted', () => wiped('T1', refused('T1', { acceptedItems: [1] }))],
  ['another order is under way', () => wiped('T1', [...ordered('T1', [a, b, e]).slice(0, 1), ...refused('T1')])],
  ['an event names them', () => [...wiped('T1'), pushed(ms + 5_000, { tableId: 'T2', removed: ['line e'] })]],
  ['an event says so', () => [...wiped('T1'), pushed(ms + 10, { removed: ['x'] })]],
] as const)('where %s they are not', ([, seen]) => {
  expect(said(seen())).toBeUndefined();
});

test('an order that is answered as one before says nothing of the lines that stand there now', () => {
  const answeredAsBefore = (tableId: string) => {
    const first = [...looked(tableId, [a, b]), ...ordered(tableId, [a, b, c])];
    const stale = snapshotOf(tableId, [a, b, c], {});
    ms += 10;
    return [
      ...first,
      pushed(ms, { removed: ['c'] }),
      ...looked(tableId, [a, b]),
      ...ordered(tableId, [a, b, c], { tableOrderSnapshot: stale }),
      ...looked(tableId, [a, b]),
    ];
  };
  expect(said(answeredAsBefore('T1'), answeredAsBefore('T2'))).toBeUndefined();
});
