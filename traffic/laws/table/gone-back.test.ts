import { expect, test } from 'vitest';
import { active, callback, exchanged, message, poll, type Seen, told } from '../pos-stream.fixture.ts';

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
  expect(said(looked(1, ['a']), ordered(2, ['a', 'b']), looked(1, ['a']))).toEqual(['a table shown as it was before']);
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
