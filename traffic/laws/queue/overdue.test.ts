import { expect, test } from 'vitest';
import { active, callback, health, message, poll, remove, type Seen, told } from '../pos-stream.fixture.ts';

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
