import { expect, test } from 'vitest';
import {
  active,
  callback,
  exchangedAt,
  health,
  message,
  poll,
  remove,
  type Seen,
  told,
} from '../../pos-stream.fixture.ts';

/** A batch of two in groups of their own, of which the last is not deleted before it comes again. */
const batch = (at: number, one: string, last: string): readonly Seen[] => [
  poll(at, at + 10, message(one, 1, one), message(last, 1, last)),
  callback(at + 20, one),
  callback(at + 20, last),
  remove(at + 40, one),
  poll(at + 50, at + 20_050),
  poll(at + 20_060, at + 30_015, message(last, 2, last)),
  remove(at + 30_020, last, 2),
];

test('a till that never deletes the last of a batch is told so at the second, and the first may have been a restart', () => {
  const first = [active, health(5), ...batch(20, 'a', 'b'), poll(30_050, 50_050)];
  expect(told(first, 50_060)).toMatchObject({ 'queue/handled-message-deleted': ['passed'] });
  expect(told([...first, ...batch(50_060, 'c', 'd')], 80_100)).toMatchObject({
    'queue/handled-message-deleted': ['passed', 'OrderSubmissionRequested not deleted'],
  });
});

test('what was to be deleted as a till was activated anew is deleted when it comes again', () => {
  const lazy = [active, health(5), poll(20, 30, message('m')), callback(40, 'm')];
  const anew = [...lazy, { ...active, at: 1_000 } as Seen, poll(1_010, 21_010), poll(30_020, 30_030, message('m', 2))];
  const slow = [...anew, callback(30_040, 'm'), poll(30_050, 50_050), remove(60_100, 'm', 2)];
  expect(told(slow, 70_000)['queue/handled-message-deleted']).not.toContain('OrderSubmissionRequested not deleted');
  const never = [...lazy, poll(50, 20_050), poll(30_020, 30_030, message('m', 2)), poll(30_050, 50_050)];
  expect(told(never, 70_000)['queue/handled-message-deleted']).toContain('OrderSubmissionRequested not deleted');
});

/** Answered with each of so many deliveries, so late that another might have had it meanwhile. */
const answeredLate = (times: number, kind: string, ...deleted: readonly Seen[]): readonly Seen[] => [
  ...exchangedAt(20, 'TableOrderSnapshotRequested', {}, { success: false }),
  ...Array.from({ length: times }, (_, round): readonly Seen[] => {
    const at = 100 + round * 31_000;
    return [poll(at, at + 10, message('m', round + 1, 'g', kind)), callback(at + 25_000, 'm', { messageKind: kind })];
  }).flat(),
  ...deleted,
];

test.each(['OrderSubmissionRequested', 'Test'])('a %s that is answered each time it comes is never deleted', (kind) => {
  const said = (seen: readonly Seen[]) => told([active, health(5), ...seen], 160_000)['queue/handled-message-deleted'];
  expect(said(answeredLate(3, kind))).not.toContain(`${kind} not deleted`);
  expect(said(answeredLate(4, kind))).toContain(`${kind} not deleted`);
  expect(said(answeredLate(3, kind, remove(90_000, 'm', 3, 'stale')))).not.toContain(`${kind} not deleted`);
});
