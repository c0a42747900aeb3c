import { expect, test } from 'vitest';
import { active, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

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
