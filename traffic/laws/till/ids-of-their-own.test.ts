import { expect, test } from 'vitest';
import { active, closedByHand, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

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
