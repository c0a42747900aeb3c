import { expect, test } from 'vitest';
import { active, exchangedAt, type Seen, told } from '../pos-stream.fixture.ts';

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
