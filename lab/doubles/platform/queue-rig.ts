import { createManualClock } from '#mocks/time';
import type { QueueChange } from '#schemas';
import { createFifoQueue, type FifoQueueOptions, type ReceiveRequest } from '#mocks/platform/queue/fifo/fifo-queue';
import type { Delivery } from '#mocks/platform/queue/fifo/message';

export const minutes = (count: number) => count * 60_000;
export const start = Date.parse('2026-11-21T12:00:00Z');

/** A queue on a manual clock with short words for what is done to it; for the queue's own tests. */
export const queueAt = (options: Partial<FifoQueueOptions> = {}) => {
  const clock = createManualClock(start);
  const changes: QueueChange[] = [];
  const queue = createFifoQueue({ clock, observe: (change) => changes.push(change), ...options });
  const send = (...bodies: string[]) => {
    // A body such as g1m2 names its group with its first two letters.
    for (const body of bodies) queue.send({ groupId: body.slice(0, 2), deduplicationId: body, body });
  };
  const poll = (request: Partial<ReceiveRequest> = {}) => {
    const answers: (readonly Delivery[])[] = [];
    const hangUp = queue.receive({ max: 1, waitMs: 0, ...request }, (deliveries) => answers.push(deliveries));
    return { answers, hangUp, bodies: () => answers.map((answer) => answer.map(({ message }) => message.body)) };
  };
  const receive = (max = 1, request: Partial<ReceiveRequest> = {}) => poll({ max, ...request }).answers[0] ?? [];
  const bodies = (max = 1, request: Partial<ReceiveRequest> = {}) => receive(max, request).map((d) => d.message.body);
  const handle = (max = 1) => receive(max)[0]?.receiptHandle ?? '';
  return { clock, changes, queue, send, poll, receive, bodies, handle };
};
