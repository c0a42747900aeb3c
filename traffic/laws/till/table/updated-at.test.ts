import { describe, expect, test } from 'vitest';
import { posLaws } from '../../pos-laws.ts';
import {
  active,
  callback,
  exchanged,
  exchangedAt,
  message,
  numbered,
  poll,
  type Seen,
  settings,
  told,
} from '../../pos-stream.fixture.ts';
import { watch } from '../../watch.ts';

describe('gone back', () => {
  const at = (second: number) => `2026-05-01T12:00:0${second}.000Z`;
  const snapshot = (second: number, lines: readonly unknown[], more: object = {}) => ({
    tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, updatedAt: at(second), ...more },
  });
  const looked = (...shown: Parameters<typeof snapshot>) =>
    exchanged('TableOrderSnapshotRequested', { tableId: 'T1' }, snapshot(...shown));
  const ordered = (...shown: Parameters<typeof snapshot>) =>
    exchanged('OrderSubmissionRequested', { tableId: 'T1' }, { success: true, ...snapshot(...shown) });
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];

  test('a table that is shown as it was before a change that was shown already is told of', () => {
    expect(said(looked(1, ['a']), ordered(2, ['a', 'b']), looked(1, ['a']))).toEqual([
      'a table shown as it was before',
    ]);
  });

  test('one that changes back is not, nor one whose clock was set back, or that shows nothing new', () => {
    expect(said(looked(1, ['a']), ordered(2, ['a', 'b']), looked(3, ['a']))).toBeUndefined();
    expect(said(looked(2, ['a']), ordered(3, ['a', 'b']), looked(1, ['a', 'b', 'c']))).toBeUndefined();
    expect(said(looked(1, ['a']), looked(2, ['a']), looked(1, ['a']))).toBeUndefined();
    expect(said(looked(1, ['a']), ordered(2, ['a', 'b']), looked(1, ['a'], { status: 'CLOSED' }))).toBeUndefined();
  });

  test('an order that was rejected, or whose result was not taken, may be shown and gone', () => {
    const rejected = exchanged(
      'OrderSubmissionRequested',
      { tableId: 'T1' },
      { success: false, ...snapshot(2, ['a', 'b']) },
    );
    expect(said(looked(1, ['a']), rejected, looked(1, ['a']))).toBeUndefined();
    const untaken = exchanged(
      'OrderSubmissionRequested',
      { tableId: 'T1' },
      { success: true, ...snapshot(2, ['a', 'b']) },
      { status: 400 },
    );
    expect(said(looked(1, ['a']), untaken, looked(1, ['a']))).toBeUndefined();
  });

  test('a result that is given once more shows what it showed, and so does one that was asked for before the change', () => {
    const kind = { messageKind: 'TableOrderSnapshotRequested' };
    const asked = (id: string, delivery: number, more: object = {}) =>
      poll(20, 30, { ...message(id, delivery, 'g', kind.messageKind), tableId: 'T1', ...more });
    const answered = (id: string) => callback(40, id, { ...kind, body: snapshot(1, ['a']) });
    const change = ordered(2, ['a', 'b']);
    expect(said([asked('x', 1), answered('x')], change, [asked('x', 2), answered('x')])).toBeUndefined();
    const key = { idempotencyKey: 'k' };
    expect(said([asked('x', 1, key), answered('x')], change, [asked('y', 1, key), answered('y')])).toBeUndefined();
    expect(said(looked(1, ['a']), [asked('x', 1)], change, [answered('x')])).toBeUndefined();
  });
});

describe('order stamped', () => {
  const fine = '2026-05-01T12:00:00.123Z';
  const second = '2026-05-01T12:00:01.000Z';
  const exchanged = (at: number, messageKind: string, body: object, more: object = {}): Seen[] =>
    exchangedAt(at, messageKind, { tableId: 'T1' }, body, more);
  const looked = (at: number, lines: readonly string[], updatedAt = fine) =>
    exchanged(at, 'TableOrderSnapshotRequested', {
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, payments: [], updatedAt },
    });
  const ordered = (at: number, success = true) => exchanged(at, 'OrderSubmissionRequested', { success });
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
  const still = ['updatedAt stands still at an order'];

  test('lines that an order brought to a table as of before are told of', () => {
    expect(said(looked(10, ['a']), ordered(30), looked(40, ['a', 'b']))).toEqual(still);
    expect(said(looked(10, ['a']), looked(20, ['a']), ordered(30), looked(40, ['a', 'b']))).toEqual(still);
  });

  test('of a clock in whole seconds only what came later than that', () => {
    const at = (ms: number) => said(looked(10, ['a'], second), ordered(11 + ms), looked(20 + ms, ['a', 'b'], second));
    expect(at(2_000)).toBeUndefined();
    expect(at(2_001)).toEqual(still);
  });

  test.for([
    ['it moves', [...looked(10, ['a']), ...ordered(30), ...looked(40, ['a', 'b'], second)]],
    ['no more lines are shown', [...looked(10, ['a']), ...ordered(30), ...looked(40, ['b'])]],
    ['nobody ordered', [...looked(10, ['a']), ...looked(40, ['a', 'b'])]],
    ['nothing was accepted', [...looked(10, ['a']), ...ordered(30, false), ...looked(40, ['a', 'b'])]],
    ['the order was there before', [...ordered(5), ...looked(10, ['a']), ...looked(40, ['a', 'b'])]],
  ] as const)('where %s they are not', ([, seen]) => {
    expect(said(seen)).toBeUndefined();
  });
});

describe('older session', () => {
  const at = (minute: number, second = 0) =>
    `2026-05-01T12:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000Z`;
  const looked = (openedAt: string, updatedAt: string, lines: readonly unknown[], status = 'OPEN') =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      {
        tableSessionContext: { tableId: 'T1', status, openedAt },
        tableOrderSnapshot: { tableId: 'T1', status, lines, payments: [], updatedAt },
      },
    );
  const again: Seen = { ...active, at: 60 };
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
  const outcomes = (seen: readonly Seen[]) => {
    const { see } = watch(posLaws, settings);
    return numbered(seen)
      .flatMap((one) => see(one))
      .filter(({ requirement }) => requirement === 'table/updated-at-moves')
      .map(({ outcome }) => outcome.status);
  };
  const first = looked(at(0), at(30), ['a', 'b']);
  const older = looked(at(1), at(29), ['a']);
  const isTold = ['updatedAt runs back with another session'];
  const changed = (tableId?: string): Seen => ({
    kind: 'event',
    at: 60,
    messageKind: 'TableOrderSnapshotChanged',
    body: { changeType: 'LINE_UPDATED', diff: {}, tableId },
    status: 204,
    signed: true,
  });

  test('another session that was updated last before the one of before was is told of', () => {
    expect(said(first, [again], older)).toEqual(isTold);
    expect(said(first, older)).toEqual(isTold);
    expect(said(first, looked(at(0), at(29), ['a', 'b', 'c']), older)).toEqual(isTold);
  });

  test.for([
    ['was updated later', looked(at(1), at(31), ['a'])],
    ['has the time in whole seconds', looked(at(1), at(29, 58), ['a'])],
    ['is the same', looked(at(0), at(29), ['a'])],
    ['is closed', looked(at(1), at(29), ['a'], 'CLOSED')],
    ['is empty', looked(at(1), at(29), [])],
    ['has a time without an offset', looked(at(1), at(29).replace('Z', ''), ['a'])],
  ] as const)('one that %s is not', ([, then]) => {
    expect(said(first, then)).toBeUndefined();
  });

  test('nor is one that was asked for before, or of a till that may have replaced the other', () => {
    const [sent, ...rest] = older;
    expect(said(sent ? [sent] : [], first, rest)).toBeUndefined();
    expect(said(first, [{ ...active, at: 31 * 60_000 }], older)).toBeUndefined();
  });

  test('a party may have moved there, and a clock may be set back: that is a warning', () => {
    const status = (...seen: readonly (readonly Seen[])[]) => outcomes([active, ...seen.flat()]);
    expect(status(first, older)).toEqual(['failed']);
    expect(status(first, [changed()], older)).toEqual(['warned']);
    expect(status(first, [changed('T1')], older)).toEqual(['warned']);
    expect(status(first, looked(at(29, 30), at(29, 40), ['a']))).toEqual(['warned']);
    const paid = exchanged('BillPaymentCompleted', { posBillId: 'x', oaPaymentId: 'p' });
    expect(status(first, paid, older)).toEqual(['warned']);
    const other = exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T2' },
      {
        tableSessionContext: { tableId: 'T2', status: 'OPEN', openedAt: at(0) },
        tableOrderSnapshot: { tableId: 'T2', status: 'OPEN', lines: ['a'], payments: [], updatedAt: at(1) },
      },
    );
    expect(status(other, first, [changed('T2')], older)).toEqual(['failed']);
  });
});
