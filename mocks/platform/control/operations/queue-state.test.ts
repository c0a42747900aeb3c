import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { createFifoQueue } from '../../queue/fifo/fifo-queue.ts';
import { queueState } from './locations.ts';

test('the queue of a location says what is in flight until when, and which message holds back which', () => {
  const clock = createManualClock(Date.UTC(2026, 10, 22));
  const queue = createFifoQueue({ clock, groupBatching: 'single' });
  const text = (stringValue: string) => ({ dataType: 'String', stringValue });
  for (const [messageId, groupId] of [
    ['a', 'one'],
    ['b', 'one'],
    ['c', 'two'],
  ] as const) {
    const attributes = { messageId: text(messageId), messageKind: text('Test') };
    queue.send({ groupId, deduplicationId: messageId, body: '{}', attributes });
  }
  const sentAt = clock.now();
  clock.advance(1000);
  queue.receive({ max: 1, waitMs: 0 }, () => undefined);
  const receivedAt = clock.now();
  const { waiting, inFlight } = queueState({ queue }, clock.now());
  expect(waiting).toMatchObject([
    { messageId: 'b', messageKind: 'Test', groupId: 'one', sentAt, receiveCount: 0, heldBackBy: 'a' },
    { messageId: 'c', groupId: 'two' },
  ]);
  expect(waiting[1]).not.toHaveProperty('heldBackBy');
  const visibleAgainAt = receivedAt + 30_000;
  expect(inFlight).toMatchObject([{ messageId: 'a', groupId: 'one', receivedAt, visibleAgainAt, receiveCount: 1 }]);
  clock.advance(30_000);
  expect(queueState({ queue }, clock.now())).toMatchObject({ waiting: [{ messageId: 'a' }, {}, {}], inFlight: [] });
});

test('the control API tells it', async () => {
  const { control, controlCall } = createRig();
  control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  control.sendCommand('bar', { messageKind: 'Test', payload: { nonce: 'n' }, messageId: 'a' });
  expect((await controlCall('GET', '/locations/bar/queue')).body).toMatchObject({
    waiting: [{ messageId: 'a' }],
    inFlight: [],
  });
  expect((await controlCall('GET', '/locations/nowhere/queue')).status).toBe(404);
});
