import { expect, test } from 'vitest';
import { active, changedByHand, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

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
  ['the other event comes later', [...both, pushed(), closed('T1', 100), closed('T2', 110), pushed({ tableId: 'T2' })]],
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
