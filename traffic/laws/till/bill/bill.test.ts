import { describe, expect, test } from 'vitest';
import {
  active,
  callback,
  closedByHand,
  exchanged,
  message,
  poll,
  remove,
  type Seen,
  told,
} from '../../pos-stream.fixture.ts';

describe('the checkpoint of a bill', () => {
  const id = 'bill/stale-checkpoint';
  const messageKind = 'BillPreparationRequested';
  const changed = { success: false, reasonCode: 'ORDER_CHANGED', retryable: true };
  const asked = (about: object = { tableId: 'T1', wholeBill: {} }, messageId = 'm') =>
    poll(20, 30, { ...message(messageId, 1, messageId, messageKind), ...about });
  const answer = (body: object = changed, messageId = 'm', more: object = {}) =>
    callback(40, messageId, { messageKind, body, ...more });
  const said = (...seen: readonly Seen[]) => told([active, ...seen], 100)[id];
  const fails = ['changed since no checkpoint'];
  const ordered = (tableId: string) => poll(32, 33, { ...message('o'), tableId });
  const event = {
    kind: 'event',
    at: 35,
    messageKind: 'TableOrderSnapshotChanged',
    body: {},
    status: 204,
    signed: true,
  };

  test('a bill that is refused as changed to a request without a checkpoint is told of each time, wherever it is asked for', () => {
    expect(said(asked(), answer())).toEqual(fails);
    expect(said(asked(), answer({ success: true }), asked(undefined, 'n'), answer(changed, 'n'))).toEqual(fails);
    expect(said(asked({ wholeBill: {} }), answer())).toEqual(fails);
  });

  test('one for a checkpoint, for some lines, with another reason or none is not', () => {
    expect(said(asked({ tableId: 'T1' }), answer())).toBeUndefined();
    expect(said(asked(), answer({ ...changed, reasonCode: 'NO_OPEN_BILL' }))).toBeUndefined();
    expect(said(asked(), answer({ success: true, reasonCode: 'ORDER_CHANGED' }))).toBeUndefined();
    expect(said(asked(), answer(changed, 'm', { unkept: true }))).toBeUndefined();
  });

  test('nor is one whose order changed while the till was at it', () => {
    expect(said(asked(), ordered('T1'), answer())).toBeUndefined();
    expect(said(ordered('T1'), asked(), callback(34, 'o'), answer())).toBeUndefined();
    expect(said(ordered('T1'), asked(), remove(34, 'o'), answer())).toBeUndefined();
    expect(said(asked(), poll(32, 33, message('p', 1, 'p', 'BillPaymentCompleted')), answer())).toBeUndefined();
    expect(said(asked(), poll(32, 33, message('k')), answer())).toBeUndefined();
    expect(said(asked(), event as Seen, answer())).toBeUndefined();
  });

  test('an order from before, or at another table, is no excuse', () => {
    expect(said(ordered('T1'), callback(34, 'o'), remove(35, 'o'), asked(), answer())).toEqual(fails);
    expect(said(asked(), ordered('T2'), answer())).toEqual(fails);
  });

  test('what was delivered again may be about the order from before', () => {
    const again = poll(60, 70, { ...message('m', 2, 'm', messageKind), tableId: 'T1', wholeBill: {} });
    expect(said(asked(), again, answer())).toBeUndefined();
  });

  const at = '2026-11-21T12:00:00.120Z';
  const showing = (updatedAt: string, more: object = {}) => ({ ...changed, currentSnapshot: { updatedAt }, ...more });
  const snapshotOf = (updatedAt: string) =>
    exchanged(
      'TableOrderSnapshotRequested',
      { tableId: 'T1' },
      { success: true, tableOrderSnapshot: { tableId: 'T1', updatedAt } },
    );
  const current = (checkpoint: string) => asked({ tableId: 'T1', wholeBill: { checkpoint } });

  test('a bill that is refused as changed with the very table it was asked for is told of', () => {
    const same = ['changed since the checkpoint it shows'];
    expect(said(...snapshotOf(at), current(at), answer(showing(at)))).toEqual(same);
    expect(said(...exchanged('BillPaymentCompleted', {}), ...snapshotOf(at), current(at), answer(showing(at)))).toEqual(
      same,
    );
  });

  test('the deletion of an order or a payment that was answered before changes nothing', () => {
    const paid = [
      poll(5, 10, message('p', 1, 'p', 'BillPaymentCompleted')),
      callback(12, 'p', { messageKind: 'BillPaymentCompleted' }),
    ];
    const [sent, ...rest] = snapshotOf(at);
    const all = [...paid, ...(sent ? [sent] : []), remove(31, 'p'), ...rest, current(at), answer(showing(at))];
    expect(said(...all)).toEqual(['changed since the checkpoint it shows']);
  });

  test('one that has changed since, for all that can be known, is not', () => {
    const later = '2026-11-21T12:00:00.121Z';
    expect(said(...snapshotOf(at), current(at), answer(showing(later)))).toBeUndefined();
    expect(said(...snapshotOf(later), current(at), answer(showing(at)))).toBeUndefined();
    expect(said(current(at), answer(showing(at)))).toBeUndefined();
    expect(said(...snapshotOf(at), current(at), answer(changed))).toBeUndefined();
    expect(said(...snapshotOf(at), current(at), answer(showing(at, { reasonCode: 'NO_OPEN_BILL' })))).toBeUndefined();
    // Within one tick of a coarse clock.
    expect(said(...snapshotOf(at), ordered('T1'), current(at), answer(showing(at)))).toBeUndefined();
    expect(said(...snapshotOf(at), event as Seen, current(at), answer(showing(at)))).toBeUndefined();
    const second = '2026-11-21T12:00:00.000Z';
    expect(said(...snapshotOf(second), current(second), answer(showing(second)))).toBeUndefined();
  });
});

describe('the id of a bill', () => {
  const looked = (tableId: string, lines: unknown = [`of ${tableId}`]) =>
    exchanged('TableOrderSnapshotRequested', { tableId }, { tableOrderSnapshot: { tableId, lines } });
  const billed = (tableId: string | undefined, posBillId: unknown = 'B1', more: object = {}) =>
    exchanged(
      'BillPreparationRequested',
      tableId === undefined ? {} : { tableId },
      { success: true, bill: { posBillId } },
      more,
    );
  const tables = [...looked('T1'), ...looked('T2')];
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['bill/result-body'];
  const fails = ['one posBillId for two bills'];

  test('bills of two tables that are to be paid with one id are told of', () => {
    expect(said(tables, billed('T1'), billed('T1', 'B2'), billed('T2', 'B2'))).toEqual(fails);
    const [sent, answer] = billed('T1');
    expect(
      said(
        tables,
        billed('T2'),
        [sent, answer].flatMap((one) => one ?? []),
      ),
    ).toEqual(fails);
  });

  test('bills of one table, with ids of their own or none are not', () => {
    expect(said(tables, billed('T1'), billed('T1'))).toBeUndefined();
    expect(said(tables, billed('T1'), billed('T2', 'B2'))).toBeUndefined();
    expect(said(tables, billed('T1', 1), billed('T2', 1))).toBeUndefined();
  });

  test.for([
    ['was paid', exchanged('BillPaymentCompleted', { posBillId: 'B1', oaPaymentId: 'p' })],
    ['was let go of', exchanged('BillPaymentFailed', { posBillId: 'B1' })],
    ['was closed by hand', [closedByHand]],
  ] as const)('the id of a bill that %s is free', ([, settled]) => {
    expect(said(tables, billed('T1'), settled, billed('T2'))).toBeUndefined();
    expect(said(tables, billed('T1'), settled, billed('T2'), billed('T1'))).toEqual(fails);
  });

  test('a result that is sent again is of the same bill, and one that was not taken of none', () => {
    const [sent, answer, removal] = billed('T1');
    const first = [sent, answer, removal].flatMap((one) => one ?? []);
    const again = answer === undefined ? [] : [answer];
    const failed = exchanged('BillPaymentFailed', { posBillId: 'B1' });
    expect(said(tables, first, failed, billed('T2'), again)).toBeUndefined();
    expect(said(tables, first, failed, again, billed('T2'))).toBeUndefined();
    expect(said(tables, billed('T1', 'B1', { status: 400 }), billed('T2'))).toBeUndefined();
    expect(said(tables, billed('T1', 'B1', { unkept: true }), billed('T2'))).toBeUndefined();
  });

  test('away from tables, at stations that are no names of tables, and where two tables are one nothing is compared', () => {
    expect(said(tables, billed(undefined), billed(undefined), billed('T2'), billed(undefined))).toBeUndefined();
    expect(said(looked('T2'), billed('T1'), billed('T2'))).toBeUndefined();
    expect(said(looked('T1', ['soup']), looked('T2', ['soup']), billed('T1'), billed('T2'))).toBeUndefined();
  });
});
