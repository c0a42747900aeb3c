import { expect, test } from 'vitest';
import { active, exchanged, numbered, type Seen, settings, told } from '../pos-stream.fixture.ts';
import { posLaws } from '../pos-laws.ts';
import { watch } from '../watch.ts';

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
