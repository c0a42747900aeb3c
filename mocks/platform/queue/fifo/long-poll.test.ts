import { expect, test } from 'vitest';
import { queueAt } from '#lab/doubles/platform/queue-rig';

test('a long poll wakes on arrival, on the delete that frees a group, and on a visibility timeout', () => {
  const { clock, queue, send, handle, poll } = queueAt();
  const arrival = poll({ waitMs: 20_000 });
  expect(arrival.answers).toEqual([]);
  send('g1m1');
  expect(arrival.bodies()).toEqual([['g1m1']]);
  clock.advance(15_000);
  const timeout = poll({ waitMs: 20_000 });
  clock.advance(15_000);
  expect(timeout.bodies()).toEqual([['g1m1']]);
  send('g1m2');
  const unlock = poll({ waitMs: 20_000 });
  queue.delete(timeout.answers[0]?.[0]?.receiptHandle ?? '');
  expect(unlock.bodies()).toEqual([['g1m2']]);
  expect(handle()).toBe('');
});

test('a long poll with nothing to give is answered empty after its wait', () => {
  const { clock, poll } = queueAt();
  const waiting = poll({ waitMs: 20_000 });
  clock.advance(19_999);
  expect(waiting.answers).toEqual([]);
  clock.advance(1);
  expect(waiting.bodies()).toEqual([[]]);
});

test('of five waiting polls the first gets the message and the others keep waiting', () => {
  const { send, poll } = queueAt();
  const polls = [1, 2, 3, 4, 5].map(() => poll({ max: 10, waitMs: 20_000 }));
  send('g1m1');
  expect(polls.map(({ answers }) => answers.length)).toEqual([1, 0, 0, 0, 0]);
});

test('a poll whose client hung up leaves the line', () => {
  const { send, poll } = queueAt();
  const gone = poll({ waitMs: 20_000 });
  const next = poll({ waitMs: 20_000 });
  gone.hangUp();
  send('g1m1');
  expect([gone.answers, next.bodies()]).toEqual([[], [['g1m1']]]);
});

test('under the swallow policy a poll whose client hung up takes a message with it for 30 seconds', () => {
  const { clock, send, poll, bodies, changes } = queueAt({ abortedPoll: 'swallow' });
  poll({ waitMs: 20_000 }).hangUp();
  send('g1m1');
  expect(bodies()).toEqual([]);
  expect(changes.at(-1)).toMatchObject({ change: 'swallowed' });
  clock.advance(30_000);
  expect(bodies()).toEqual(['g1m1']);
});
