import { expect, test } from 'vitest';
import { callback, health, message, numbered, poll, remove, type Seen } from '../../laws/pos-stream.fixture.ts';
import { createByteBudget } from '../../retention/byte-budget.ts';
import { createHabits } from './habits.ts';
import { createLifecycles } from './messages.ts';

const begun = poll(10, 20, message('m'));
const habitsOf = (...seen: readonly Seen[]) => {
  const habits = createHabits(createLifecycles(createByteBudget()));
  for (const one of numbered(seen)) habits.see(one);
  return habits;
};

test('all messages are known where the whole queue was watched', () => {
  expect(habitsOf(health(5)).knowsAll()).toBe(false);
  expect(habitsOf(begun).knowsAll()).toBe(true);
  const partial = habitsOf({ ...begun, partial: true } as Seen);
  expect([partial.knowsAll(), partial.hasMissed()]).toEqual([false, true]);
});

test('a result goes astray to no message, to another kind and to one that needs none', () => {
  expect(habitsOf(begun, callback(30, 'm')).goesAstray()).toBe(false);
  expect(habitsOf(begun, callback(30, 'other')).goesAstray()).toBe(true);
  expect(habitsOf(begun, callback(30, 'm', { messageKind: 'Test' })).goesAstray()).toBe(true);
  expect(habitsOf(begun, callback(30, 'm'), callback(50, 'm')).goesAstray()).toBe(true);
  const elsewhere: Seen = { kind: 'unknown-path', at: 30, method: 'POST', path: '/v2/async/x' };
  expect(habitsOf(begun, elsewhere).goesAstray()).toBe(true);
});

test('who deletes before the answer, or with a handle of no delivery, is known for it', () => {
  const [well, early] = [
    habitsOf(begun, callback(30, 'm'), remove(50, 'm')),
    habitsOf(begun, remove(25, 'm'), callback(30, 'm')),
  ];
  expect([well.deletesEarly(), early.deletesEarly()]).toEqual([false, true]);
  expect([well.mayHaveDeleted(), well.answers('OrderSubmissionRequested'), well.answers('Test')]).toEqual([
    false,
    true,
    false,
  ]);
  expect(habitsOf(begun, remove(30, 'm', 1, 'invalid')).mayHaveDeleted()).toBe(true);
});
