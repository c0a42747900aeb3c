import { describe, expect, test } from 'vitest';
import { active, changedByHand, closedByHand, exchanged, type Seen, told } from '../../pos-stream.fixture.ts';

describe('session began', () => {
  const [soup, tea] = [
    { lineId: '1', name: 'soup' },
    { name: 'tea', lineId: '2' },
  ];
  const [noon, one] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
  const looked = (openedAt: unknown, lines: unknown = [soup], more: object = {}, snapshot: object = {}) =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      {
        tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt, ...more },
        tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, payments: [], ...snapshot },
      },
    );
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
  const moves = ['openedAt moves within a session'];

  test.for([
    ['nothing else', [soup]],
    ['one line more', [{ lineId: '0' }, { name: 'soup', lineId: '1' }, tea]],
  ] as const)('openedAt that moves with %s is told of', ([, lines]) => {
    expect(said(looked(noon), looked(one, lines))).toEqual(moves);
    expect(
      said(looked(noon), exchanged('OrderSubmissionRequested', { tableId: 'T1' }, {}), looked(one, lines)),
    ).toEqual(moves);
  });

  test.for([
    ['2026-11-21T13:00:00+01:00'],
    ['20261121T120000Z'],
    ['2026-11-21T12:00:00.999Z'],
    ['2026-11-21T13:00:00'],
    ['today at one'],
    [undefined],
    [1_790_000_000],
  ])('%j is no other time that can be told', ([openedAt]) => {
    expect(said(looked(noon), looked(openedAt))).toBeUndefined();
    expect(said(looked(openedAt), looked(noon))).toBeUndefined();
  });

  test.for([
    ['another line', [tea]],
    ['a line that has changed', [{ ...soup, state: 'DELIVERED' }, tea]],
    ['no lines', []],
    ['none that can be read', 'soup'],
  ] as const)('a table with %s may be that of the next guest', ([, lines]) => {
    expect(said(looked(noon), looked(one, lines))).toBeUndefined();
    expect(said(looked(noon, lines), looked(one, [soup]))).toBeUndefined();
  });

  test('of lines that are alike as many have to stand there still', () => {
    expect(said(looked(noon, [soup, soup]), looked(one, [soup, tea]))).toBeUndefined();
    expect(said(looked(noon, [soup, soup]), looked(one, [soup, tea, soup]))).toEqual(moves);
  });

  test.for([
    ['the session was closed', looked(noon, [soup], { status: 'CLOSED' })],
    ['the table was closed', looked(noon, [soup], {}, { status: 'CLOSED' })],
    ['another table is shown', looked(noon, [soup], {}, { tableId: 'T2' })],
    ['nobody sat there', looked(noon, [])],
    ['a bill was paid', exchanged('BillPaymentCompleted', { posBillId: 'b', oaPaymentId: 'p' }, { success: true })],
    [
      'an order was paid',
      exchanged('OrderSubmissionRequested', { tableId: 'T1', oaPaymentId: 'p' }, { success: true }),
    ],
    ['a waiter closed it', [closedByHand]],
  ] as const)('where %s in between it may be that of the next guest', ([, between]) => {
    expect(said(looked(noon), between, looked(one))).toBeUndefined();
  });

  test('payments that are gone are those of another session', () => {
    expect(said(looked(noon, [soup], {}, { payments: ['cash'] }), looked(one))).toBeUndefined();
  });
});

describe('session paid', () => {
  const [paid, other] = ['0b5a8a3c-5a0f-4f5e-9d3a-2f1f0f6b7c11', '7d1f3b0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'];
  const [noon, one] = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
  const looked = (openedAt: string, payments: readonly unknown[], lines: unknown = [{ lineId: 1 }]) =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      {
        tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt },
        tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, payments },
      },
    );
  const billed = (tableId = 'T1') =>
    exchanged('BillPreparationRequested', { tableId }, { success: true, bill: { posBillId: 'b' } });
  const settled = exchanged('BillPaymentCompleted', { posBillId: 'b', oaPaymentId: paid }, { success: true });
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/updated-at-moves'];
  const moves = ['openedAt moves within a session'];
  const [unpaid, line] = [[{ lineId: 1, paid: false }], [{ lineId: 1, paid: true }]];

  test('openedAt that moves with the payment of a bill from before is told of, and so is one that moves after it', () => {
    expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toEqual(moves);
    const after = [billed(), settled, looked(noon, [{ id: paid }], unpaid), looked(one, [{ id: paid }], line)];
    expect(said(...after)).toEqual(moves);
  });

  test('the next guest may have the same lines, and pay as well', () => {
    expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [], line))).toBeUndefined();
    expect(said(billed(), looked(noon, [], unpaid), settled, looked(one, [other], line))).toBeUndefined();
    expect(said(looked(noon, [], unpaid), billed(), settled, looked(one, [paid], line))).toBeUndefined();
  });

  test.for([
    ['one line more stands', looked(one, [paid], [{ lineId: 1, paid: true }, { lineId: 2 }])],
    ['lines have no identifier', looked(one, [paid], ['a'])],
    ['no line stands', looked(one, [paid], [])],
    ['it is the same moment', looked('2026-11-21T13:00:00+01:00', [paid], line)],
  ] as const)('where %s nothing is told', ([, then]) => {
    expect(said(billed(), looked(noon, [], unpaid), settled, then)).toBeUndefined();
  });

  test('nor where the bill was of another table, or a waiter closed it', () => {
    expect(said(billed('T2'), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toBeUndefined();
    expect(said(billed(), billed('T2'), looked(noon, [], unpaid), settled, looked(one, [paid], line))).toBeUndefined();
    expect(
      said(billed(), looked(noon, [], unpaid), settled, [closedByHand], looked(one, [paid], line)),
    ).toBeUndefined();
  });
});

describe('closed at stays', () => {
  const at = (second: number, ms = 0) => `2026-05-01T12:00:0${second}.${String(ms).padStart(3, '0')}Z`;
  const looked = (closedAt: string, more: object = {}, session: object = {}) => {
    const table = { tableId: 'T1', status: 'CLOSED' };
    return exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      {
        tableSessionContext: { ...table, openedAt: at(0), closedAt, ...session },
        tableOrderSnapshot: { ...table, updatedAt: at(1), ...more },
      },
    );
  };
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['table/closed-at'];

  test('a closedAt that moves by itself is told of', () => {
    expect(said(looked(at(2)), looked(at(2, 600)), looked(at(3, 200)))).toEqual(['closedAt moves by itself']);
  });

  test.for([
    ['stays', looked(at(2))],
    ['is written otherwise', looked('2026-05-01T14:00:02+02:00')],
    ['is told with its fraction', looked(at(2, 900))],
    ['is of a later update', looked(at(4), { updatedAt: at(4) })],
    ['is of the next session', looked(at(4), {}, { openedAt: at(3) })],
    ['is that of a table which is open', looked(at(4), { status: 'OPEN' })],
  ] as const)('one that %s is not', ([, then]) => {
    expect(said(looked(at(2)), then)).toBeUndefined();
  });

  const openAt = (openedAt: string) =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      {
        tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt },
        tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', updatedAt: openedAt },
      },
    );
  const anHourBefore = '2026-05-01T11:00:00.000Z';

  test('a session that was closed before it was opened is told of', () => {
    expect(said(openAt(at(0)), looked(anHourBefore))).toEqual(['closed before it was opened']);
  });

  test.for([
    ['was closed later', [openAt(at(0)), looked(at(2))]],
    ['was closed within a minute of it', [openAt(at(0)), looked('2026-05-01T11:59:30.000Z')]],
    ['was never shown open', [looked(anHourBefore)]],
    ['was opened at another time', [openAt(at(1)), looked(anHourBefore)]],
    ['was not updated since either', [openAt(at(0)), looked(anHourBefore, { updatedAt: anHourBefore })]],
    ['names its zone elsewhere', [openAt(at(0)), looked('2026-05-01T11:00:00.000')]],
  ] as const)('one that %s is not', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });
});

describe('closed along', () => {
  const at = (second: number, ms = 0) => `2026-05-01T12:00:0${second}.${String(ms).padStart(3, '0')}Z`;
  const looked = (
    tableId: string,
    status: string,
    more: { closedAt?: string; lines?: object[]; payments?: object[] } = {},
  ) => {
    const { closedAt, lines = [{ lineId: `${tableId}-1` }], payments = [] } = more;
    return exchanged(
      'TableOrderSnapshotRequested',
      { tableId },
      {
        tableSessionContext: { tableId, status, openedAt: at(0), ...(closedAt !== undefined && { closedAt }) },
        tableOrderSnapshot: { tableId, status, lines, payments, updatedAt: at(1) },
      },
    );
  };
  const closed = (tableId: string, ms: number, more: object = {}) =>
    looked(tableId, 'CLOSED', { closedAt: at(2, ms), ...more });
  const pushed = (diff: object = { tableId: 'T1' }): Seen[] => [changedByHand('ORDER_CLOSED', { diff })];
  const said = (...seen: readonly (readonly Seen[])[]) =>
    told([active, ...seen.flat()], 60_000)['events/change-is-pushed'];
  const both = [looked('T1', 'OPEN'), looked('T2', 'OPEN')];

  test('a table that is closed with another one, of which alone there is an event, is told of', () => {
    const isTold = ['another table closed along'];
    expect(said(...both, pushed(), closed('T1', 100), closed('T2', 110))).toEqual(isTold);
    expect(said(...both, pushed({ status: 'CLOSED' }), closed('T1', 100), closed('T2', 110))).toEqual(isTold);
  });

  test.for([
    ['each has its event', [...both, pushed(), pushed({ tableId: 'T2' }), closed('T1', 100), closed('T2', 110)]],
    [
      'the other event comes later',
      [...both, pushed(), closed('T1', 100), closed('T2', 110), pushed({ tableId: 'T2' })],
    ],
    ['the event is of both', [...both, pushed({ tables: ['T1', 'T2'] }), closed('T1', 100), closed('T2', 110)]],
    ['none was pushed', [...both, closed('T1', 100), closed('T2', 110)]],
    ['they were closed one after the other', [...both, pushed(), closed('T1', 100), closed('T2', 400)]],
    ['the other was not seen open', [looked('T1', 'OPEN'), pushed(), closed('T1', 100), closed('T2', 110)]],
    ['the other was paid', [...both, pushed(), closed('T1', 100), closed('T2', 110, { payments: [{}] })]],
    ['the other is open', [...both, pushed(), closed('T1', 100), looked('T2', 'OPEN')]],
    [
      'they were put together',
      [
        ...['T1', 'T2'].map((tableId) => looked(tableId, 'OPEN', { lines: [{ lineId: 'a' }] })),
        pushed(),
        ...['T1', 'T2'].map((tableId) => closed(tableId, 100, { lines: [{ lineId: 'a' }] })),
      ],
    ],
  ] as const)('where %s nothing is said', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });
});
