import { expect, test } from 'vitest';
import { minutes, queueAt, start } from '#lab/doubles/platform/queue-rig';
import { createFifoQueue } from './fifo-queue.ts';

test('messages of one group come in order, one receive and delete at a time', () => {
  const { queue, send, receive } = queueAt();
  send('g1m1', 'g1m2', 'g1m3');
  for (const body of ['g1m1', 'g1m2', 'g1m3']) {
    const [delivery] = receive();
    expect(delivery?.message.body).toBe(body);
    expect(queue.delete(delivery?.receiptHandle ?? '')).toBeUndefined();
  }
  expect(receive()).toEqual([]);
});

test('a message in flight holds its group back and lets other groups flow', () => {
  const { send, bodies, changes } = queueAt();
  send('g1m1', 'g1m2', 'g2m1');
  expect([bodies(), bodies(), bodies()]).toEqual([['g1m1'], ['g2m1'], []]);
  expect(changes).toContainEqual(expect.objectContaining({ change: 'held-by-group', groupId: 'g1', waiting: 1 }));
});

test('one receive takes several messages of a group before the next group', () => {
  const { send, bodies } = queueAt();
  send('g1m1', 'g2m1', 'g1m2', 'g1m3');
  expect(bodies(10)).toEqual(['g1m1', 'g1m2', 'g1m3', 'g2m1']);
});

test('single batching takes one message of a group and holds the rest until it is deleted', () => {
  const { queue, send, receive, bodies } = queueAt({ groupBatching: 'single' });
  send('g1m1', 'g1m2', 'g2m1');
  const first = receive(10);
  expect(first.map(({ message }) => message.body)).toEqual(['g1m1', 'g2m1']);
  expect(bodies(10)).toEqual([]);
  queue.delete(first[0]?.receiptHandle ?? '');
  expect(bodies(10)).toEqual(['g1m2']);
});

test('a group stays held until every received message of it is deleted', () => {
  const { queue, send, receive, bodies } = queueAt();
  send('g1m1', 'g1m2', 'g1m3');
  const [first, second] = receive(2);
  queue.delete(first?.receiptHandle ?? '');
  expect(bodies()).toEqual([]);
  queue.delete(second?.receiptHandle ?? '');
  expect(bodies()).toEqual(['g1m3']);
});

test('a message not deleted within 30 seconds comes again, counted and with a new handle', () => {
  const { clock, send, receive } = queueAt();
  send('g1m1');
  const [first] = receive();
  clock.advance(29_999);
  expect(receive()).toEqual([]);
  clock.advance(1);
  const [second] = receive();
  expect(second).toMatchObject({ receiveCount: 2, firstReceivedAt: start, message: first?.message });
  expect(second?.receiptHandle).not.toBe(first?.receiptHandle);
});

test('a whole batch that times out comes back in order, with what was sent meanwhile behind it', () => {
  const { clock, send, bodies } = queueAt();
  send('g1m1', 'g1m2', 'g1m3', 'g1m4');
  bodies(2);
  send('g1m5');
  expect(bodies()).toEqual([]);
  clock.advance(30_000);
  expect(bodies(10)).toEqual(['g1m1', 'g1m2', 'g1m3', 'g1m4', 'g1m5']);
});

test('visibility 0 on receive keeps the order and rotates the groups', () => {
  const { send, bodies } = queueAt();
  send('g1m1', 'g1m2', 'g2m1');
  const seen = [1, 2, 3].flatMap(() => bodies(1, { visibilityMs: 0 }));
  expect(seen).toEqual(['g1m1', 'g2m1', 'g1m1']);
});

test('ending the visibility timeout of one message frees only what is before the next hidden one', () => {
  const { queue, send, receive, bodies } = queueAt();
  send('g1m1', 'g1m2', 'g1m3', 'g2m1');
  const [first] = receive(2);
  queue.changeVisibility(first?.receiptHandle ?? '', 0);
  expect(bodies(10).sort()).toEqual(['g1m1', 'g2m1']);
});

test.each([
  [0, []],
  [1, ['g1m1']],
  [2, ['g1m1', 'g1m2']],
])('extending message %i of three stops its group there', (position, expected) => {
  const { clock, queue, send, receive, bodies } = queueAt();
  send('g1m1', 'g1m2', 'g1m3');
  const deliveries = receive(3);
  queue.changeVisibility(deliveries[position]?.receiptHandle ?? '', 60_000);
  clock.advance(30_000);
  expect(bodies(10)).toEqual(expected);
});

test('a handle is refused once its delivery timed out, and the message stays', () => {
  const { clock, queue, send, handle, bodies } = queueAt();
  send('g1m1');
  const stale = handle();
  clock.advance(30_000);
  expect(queue.delete(stale)).toBe('expired');
  const fresh = handle();
  expect(queue.delete(stale)).toBe('expired');
  expect(queue.changeVisibility(stale, 10)).toBe('expired');
  expect(queue.delete(fresh)).toBeUndefined();
  clock.advance(30_000);
  expect(bodies()).toEqual([]);
});

test('a handle extended in time still deletes', () => {
  const { clock, queue, send, handle } = queueAt();
  send('g1m1');
  const receiptHandle = handle();
  queue.changeVisibility(receiptHandle, 60_000);
  clock.advance(59_999);
  expect(queue.delete(receiptHandle)).toBeUndefined();
  expect(queue.contents()).toEqual([]);
});

test("deleting twice succeeds; a forged handle and another queue's handle do not", () => {
  const { queue, send, handle } = queueAt();
  const other = queueAt();
  send('g1m1');
  other.send('g1m1');
  const receiptHandle = handle();
  expect([queue.delete(receiptHandle), queue.delete(receiptHandle)]).toEqual([undefined, undefined]);
  expect(queue.changeVisibility(receiptHandle, 10)).toBe('gone');
  expect([queue.delete('garbage'), queue.delete(''), queue.delete(other.handle())]).toEqual(Array(3).fill('invalid'));
});

test('a deduplication id counts once for five minutes, in every group and even after the delete', () => {
  const { clock, queue, handle } = queueAt();
  const message = { groupId: 'g1', deduplicationId: 'd1', body: 'x' };
  const first = queue.send(message);
  clock.advance(minutes(4));
  queue.delete(handle());
  expect(queue.send({ ...message, groupId: 'g2' })).toEqual({ ...first, duplicate: true });
  clock.advance(minutes(1));
  const again = queue.send(message);
  expect(again.duplicate).toBe(false);
  expect(again.messageId).not.toBe(first.messageId);
});

test('messages are dropped after 14 days, in flight or not', () => {
  const { clock, queue, send, bodies, changes } = queueAt({ visibilityMs: minutes(60 * 24 * 30) });
  send('g1m1', 'g2m1');
  bodies();
  clock.advance(14 * 24 * 3_600_000 - 1);
  expect(queue.contents()).toHaveLength(2);
  clock.advance(1);
  expect(queue.contents()).toEqual([]);
  expect(changes.slice(-2)).toMatchObject([
    { change: 'outlived-retention', inFlight: true },
    { change: 'outlived-retention', inFlight: false },
  ]);
});

test('a receive repeated with its attempt id gives the same messages and handles and hides them afresh', () => {
  const { clock, send, receive } = queueAt();
  send('g1m1', 'g1m2', 'g1m3');
  const first = receive(2, { attemptId: 'a' });
  clock.advance(20_000);
  expect(receive(2, { attemptId: 'a' })).toEqual(first);
  clock.advance(20_000);
  expect(receive(2, { attemptId: 'b' })).toEqual([]);
});

test.each(['delete', 'change', 'time out', 'five minutes'])('an attempt id is void after: %s', (what) => {
  const { clock, queue, send, receive } = queueAt();
  send('g1m1');
  const [first] = receive(1, { attemptId: 'a', visibilityMs: minutes(10) });
  if (what === 'delete') queue.delete(first?.receiptHandle ?? '');
  if (what === 'change') queue.changeVisibility(first?.receiptHandle ?? '', 1000);
  if (what === 'time out') clock.advance(minutes(10));
  if (what === 'five minutes') clock.advance(minutes(5));
  expect(queue.refuses('a')).toBe(what === 'delete' || what === 'change');
  expect(receive(1, { attemptId: 'a' })).not.toEqual([first]);
});

test('a message can be made to come again before its time', () => {
  const { queue, send, receive } = queueAt();
  send('g1m1');
  const [first] = receive();
  expect(queue.redeliverEarly(first?.message.messageId ?? '')).toBe(true);
  const [second] = receive();
  expect(second).toMatchObject({ receiveCount: 2, message: { messageId: first?.message.messageId } });
  expect(queue.delete(first?.receiptHandle ?? '')).toBe('expired');
  expect(queue.redeliverEarly('unknown')).toBe(false);
});

test('a message can be made to outlive its retention, and what waited behind it comes', () => {
  const { queue, send, receive } = queueAt();
  send('g1m1', 'g1m2');
  const [first] = receive();
  expect(queue.outlive(first?.message.messageId ?? '')).toBe(true);
  expect(receive().map(({ message }) => message.body)).toEqual(['g1m2']);
  expect(queue.delete(first?.receiptHandle ?? '')).toBeUndefined();
  expect(queue.outlive('unknown')).toBe(false);
});

test('a message can be made to come again although its delete was acknowledged', () => {
  const { queue, send, receive, bodies } = queueAt();
  send('g1m1', 'g1m2');
  const [first] = receive();
  // Asked for twice, it comes twice more.
  for (const times of [1, 1]) expect(queue.duplicate(first?.message.messageId ?? '', times)).toBe(true);
  expect(queue.delete(first?.receiptHandle ?? '')).toBeUndefined();
  for (let copies = 0; copies < 2; copies += 1) {
    const [again] = receive();
    expect(again?.message.body).toBe('g1m1');
    queue.delete(again?.receiptHandle ?? '');
  }
  expect(bodies()).toEqual(['g1m2']);
});

test('closing answers the waiting polls and leaves no timer behind', () => {
  const { clock, queue, send, poll, bodies, changes } = queueAt();
  send('g1m1');
  bodies();
  const waiting = poll({ waitMs: 20_000 });
  queue.close();
  const before = changes.length;
  clock.advance(minutes(60 * 24 * 15));
  expect(waiting.bodies()).toEqual([[]]);
  expect(changes).toHaveLength(before);
});

test('what is sent to a closed queue leaves no timer behind', () => {
  const { clock, queue, send, changes } = queueAt();
  queue.close();
  send('g1m1');
  const before = changes.length;
  clock.advance(minutes(60 * 24 * 15));
  expect(changes).toHaveLength(before);
});

test('a message that was hidden in an earlier life is hidden until the same time, also where time passes meanwhile', () => {
  let now = start;
  const clock = { now: () => now++, after: () => () => undefined };
  const body = { groupId: 'g', deduplicationId: 'd', body: 'b', attributes: {} };
  const message = { ...body, messageId: 'm', sequence: 1, sentAt: start };
  const state = { receiveCount: 1, firstReceivedAt: start, visibleAt: start + 30_000 };
  const queue = createFifoQueue({ clock, earlier: { messages: [{ message, state }], firstSequence: 2 } });
  expect(queue.contents()).toMatchObject([{ visibleAt: start + 30_000, inFlight: true }]);
});
