import { describe, expect, test } from 'vitest';
import { active, callback, exchangedAt, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

describe('busy after failure', () => {
  let asks = 0;
  const asked = (at: number, tableId: string, body: object): Seen[] => {
    const [id, kind] = [`bill${asks++}`, 'BillPreparationRequested'];
    return [poll(at, at, { ...message(id, 1, id, kind), tableId }), callback(at, id, { messageKind: kind, body })];
  };
  const given = (at: number, tableId: string, posBillId = `${tableId}-${at}`): Seen[] =>
    asked(at, tableId, { success: true, bill: { posBillId } });
  const settled = (at: number, posBillId: string, kind = 'BillPaymentFailed'): Seen[] => {
    const id = `settled${asks++}`;
    return [poll(at, at, { ...message(id, 1, id, kind), posBillId }), remove(at, id)];
  };
  const failing = (at: number, tableId: string): Seen[] => [
    ...given(at, tableId),
    ...settled(at + 10, `${tableId}-${at}`),
  ];
  const refused = (at: number, tableId: string, reasonCode = 'POS_OFFLINE_OR_BUSY', retryable = true): Seen[] =>
    asked(at, tableId, { success: false, reasonCode, retryable });
  const everTwoSeconds = [0, 1, 2, 3, 4, 5, 6].map((times) => times * 2_000);
  const busy = (from: number, tableId: string): Seen[] => everTwoSeconds.flatMap((at) => refused(from + at, tableId));
  const said = (...seen: readonly (readonly Seen[])[]) =>
    told([active, ...seen.flat()], 90_000)['payment/failed-releases-bill'];

  const first = [...failing(10, 'T1'), ...busy(1_000, 'T1')];
  const second = [...failing(20_000, 'T2'), ...busy(21_000, 'T2')];
  const since = ['busy since a payment failed'];

  test('tables that are busy for good once a payment has failed are told of', () => {
    expect(said(first, second)).toEqual(since);
    expect(said(first, refused(15_000, 'T1', 'ORDER_CHANGED'), second)).toEqual(since);
    expect(said(failing(10, 'T1'), first, second)).toEqual(since);
  });

  test('one of them may have somebody who works at it', () => {
    expect(said(first, given(20_000, 'T2'))).toEqual(since);
  });

  test.for([
    ['all of them are', [...failing(10, 'T1'), ...failing(20, 'T2'), ...busy(1_000, 'T1'), ...busy(20_000, 'T2')]],
    ['one is given a bill in the end', [...first, ...second, ...given(15_500, 'T1')].toSorted((a, b) => a.at - b.at)],
    ['a table is busy that had no bill', [...refused(1, 'T3'), ...first, ...second]],
    ['a bill waits there', [...given(1, 'T1', 'waits'), ...first, ...given(19_000, 'T2', 'waits too'), ...second]],
    [
      'they were paid',
      [
        ...given(1, 'T1', 'b'),
        ...settled(2, 'b', 'BillPaymentCompleted'),
        ...busy(1_000, 'T1'),
        ...given(20_000, 'T2'),
      ],
    ],
    [
      'it is not temporary',
      [
        ...failing(1, 'T1'),
        ...everTwoSeconds.flatMap((at) => refused(at, 'T1', 'POS_OFFLINE_OR_BUSY', false)),
        ...given(20_000, 'T2'),
      ],
    ],
    ['it passes soon', [...failing(1, 'T1'), ...refused(1_000, 'T1'), ...given(20_000, 'T2')]],
  ] as const)('nothing is said where %s', ([, seen]) => {
    expect(said(seen)).toBeUndefined();
  });
});

describe('nothing after failure', () => {
  const fine = '2026-05-01T12:00:00.123Z';
  const later = '2026-05-01T12:00:00.223Z';
  const looked = (at: number, tableId: string, more: object = {}) =>
    exchangedAt(
      at,
      'TableOrderSnapshotRequested',
      { tableId },
      { tableOrderSnapshot: { tableId, status: 'OPEN', lines: ['a'], payments: [], updatedAt: fine, ...more } },
    );
  const asked = (at: number, tableId: string, body: object, wholeBill: object = { checkpoint: fine }) =>
    exchangedAt(at, 'BillPreparationRequested', { tableId, wholeBill }, body);
  const billed = (at: number, tableId: string, posBillId = `b${tableId}`) =>
    asked(at, tableId, { success: true, bill: { posBillId } });
  const nothing = (at: number, tableId: string, reasonCode = 'NO_OPEN_BILL') =>
    asked(at, tableId, { success: false, reasonCode });
  const failed = (at: number, tableId: string) => exchangedAt(at, 'BillPaymentFailed', { posBillId: `b${tableId}` });
  const nothingAt = (at: number, tableId: string, now: object = {}) => [
    ...looked(at, tableId),
    ...billed(at + 10, tableId),
    ...failed(at + 30, tableId),
    ...nothing(at + 40, tableId),
    ...looked(at + 50, tableId, now),
  ];
  const said = (...seen: readonly (readonly Seen[])[]) =>
    told([active, ...seen.flat()], 900)['payment/failed-releases-bill'];
  const cause = ['nothing to pay since a payment failed'];

  test('a table that has nothing to pay since a payment failed is told of, though nothing changed there', () => {
    expect(said(nothingAt(100, 'T1'))).toEqual(cause);
    expect(said(nothingAt(100, 'T1'), nothingAt(200, 'T2'))).toEqual(cause);
  });

  test.for([
    ['it changed since', nothingAt(100, 'T1', { updatedAt: later })],
    ['it was closed since', nothingAt(100, 'T1', { status: 'CLOSED' })],
    ['somebody paid', nothingAt(100, 'T1', { payments: ['cash'] })],
    ['a line is gone', nothingAt(100, 'T1', { lines: [] })],
    ['another bill waits', [...looked(90, 'T1'), ...billed(95, 'T1', 'other'), ...nothingAt(100, 'T1')]],
    ['it has a bill later', [...nothingAt(100, 'T1').slice(0, -3), ...billed(145, 'T1', 'next'), ...looked(150, 'T1')]],
    [
      'it was asked for without a checkpoint',
      [
        ...looked(100, 'T1'),
        ...billed(110, 'T1'),
        ...failed(130, 'T1'),
        ...asked(140, 'T1', { success: false, reasonCode: 'NO_OPEN_BILL' }, {}),
        ...looked(150, 'T1'),
      ],
    ],
    [
      'it was changed while its bill waited',
      [
        ...looked(90, 'T1', { updatedAt: '2026-05-01T11:59:00.123Z', lines: ['a', 'b'] }),
        ...billed(95, 'T1'),
        ...looked(100, 'T1', { payments: ['app'] }),
        ...failed(130, 'T1'),
        ...nothing(140, 'T1'),
        ...looked(150, 'T1', { payments: ['app'] }),
      ],
    ],
    [
      'it is busy',
      [
        ...looked(100, 'T1'),
        ...billed(110, 'T1'),
        ...failed(130, 'T1'),
        ...nothing(140, 'T1', 'POS_OFFLINE_OR_BUSY'),
        ...looked(150, 'T1'),
      ],
    ],
    [
      'the clock may not have moved',
      [...looked(100, 'T1'), ...billed(104, 'T1'), ...failed(110, 'T1'), ...nothing(115, 'T1'), ...looked(120, 'T1')],
    ],
  ] as const)('where %s it is not', ([, seen]) => {
    expect(said(seen)).toBeUndefined();
  });
});
