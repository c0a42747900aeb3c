import { randomUUID } from 'node:crypto';
import type { QueueChange } from '#schemas';
import { type QueueBackend, wrapped } from '../backend.ts';
import type { FifoQueue, Sent } from '../fifo/fifo-queue.ts';
import { type NewMessage, newlyStored, type StoredMessage } from '../fifo/message.ts';

interface RemoteQueueOptions {
  readonly clock: { now(): number };
  readonly observe: (change: QueueChange) => void;
  /** What the remote queue did not do. */
  readonly onFailure: (reason: string) => void;
}

export interface RemoteQueue {
  /** For the platform itself. What is told of the contents is what went through here. */
  readonly queue: FifoQueue;
  /** For the gateway; it notes the handles that early redelivery needs. */
  readonly backend: QueueBackend;
}

interface Tracked {
  readonly stored: StoredMessage;
  readonly sent: NewMessage;
  remoteId: string;
  lastHandle: string | undefined;
}

/**
 * A queue elsewhere as the platform uses one. Sending answers at once and goes out in the order of sending; visibility,
 * retention and deduplication are the remote's, on real time.
 */
export const createRemoteQueue = (elsewhere: QueueBackend, options: RemoteQueueOptions): RemoteQueue => {
  const { clock, observe, onFailure } = options;
  let failure: string | undefined;
  const remote = heard(elsewhere, (reason) => {
    failure = reason;
    if (reason !== undefined) onFailure(reason);
  });
  const known = new Map<string, Tracked>();
  let sending: Promise<void> = Promise.resolve();
  let lastSequence = 0;
  // What it did not do is told already.
  const during = (work: Promise<unknown>) => void work.catch(() => undefined);
  const byHandle = (handle: string) => [...known].find(([, { lastHandle }]) => lastHandle === handle);

  const send = (message: NewMessage, duplicates = 0): Sent => {
    const messageId = randomUUID();
    lastSequence += 1;
    const sequence = lastSequence;
    const { groupId } = message;
    const fresh = newlyStored({ attributes: {}, ...message, messageId, sequence, sentAt: clock.now() });
    const stored = { ...fresh, duplicates };
    const tracked: Tracked = { stored, sent: message, remoteId: '', lastHandle: undefined };
    known.set(messageId, tracked);
    sending = sending.then(async () => {
      tracked.remoteId = (await remote.send(message)).messageId;
    });
    during(sending);
    sending = sending.catch(() => undefined);
    observe({ change: 'sent', messageId, groupId, sequence });
    return { messageId, sequence, duplicate: false };
  };

  const backend: QueueBackend = {
    send: (message) => remote.send(message),
    async receive(request, caller) {
      const deliveries = await remote.receive(request, caller);
      // The remote may deliver a message before it has answered the send.
      await sending;
      for (const { message, receiptHandle, receiveCount } of deliveries) {
        const found = [...known.values()].find(({ remoteId }) => remoteId === message.messageId);
        const { messageId = message.messageId } = found?.stored.message ?? {};
        if (found !== undefined) {
          found.lastHandle = receiptHandle;
          Object.assign(found.stored, { inFlight: true, receiveCount, receivedAt: clock.now() });
        }
        observe({ change: 'delivered', messageId, groupId: message.groupId, receiptHandle, receiveCount });
      }
      return deliveries;
    },
    async delete(receiptHandle) {
      const problem = await remote.delete(receiptHandle);
      if (problem !== undefined) {
        observe({ change: 'delete-refused', receiptHandle, problem });
        return problem;
      }
      const [messageId, tracked] = byHandle(receiptHandle) ?? [];
      if (messageId === undefined || tracked === undefined) return undefined;
      known.delete(messageId);
      const { duplicates } = tracked.stored;
      const again = duplicates > 0;
      observe({ change: again ? 'delete-ignored' : 'deleted', messageId, receiptHandle });
      if (again) send({ ...tracked.sent, deduplicationId: randomUUID() }, duplicates - 1);
      return undefined;
    },
    changeVisibility: (receiptHandle, visibilityMs) => remote.changeVisibility(receiptHandle, visibilityMs),
  };

  return {
    backend,
    queue: {
      // The queue behind it does so by itself.
      refuses: () => false,
      send: (message) => send(message),
      receive(request, answer) {
        const leaving = new AbortController();
        during(Promise.resolve(backend.receive(request, leaving)).then(answer));
        return () => leaving.abort();
      },
      delete(receiptHandle) {
        during(Promise.resolve(backend.delete(receiptHandle)));
        return undefined;
      },
      changeVisibility(receiptHandle, visibilityMs) {
        during(backend.changeVisibility(receiptHandle, visibilityMs));
        return undefined;
      },
      redeliverEarly(messageId) {
        const handle = known.get(messageId)?.lastHandle;
        if (handle === undefined) return false;
        during(remote.changeVisibility(handle, 0));
        observe({ change: 'visible-again', messageId, reason: 'forced' });
        return true;
      },
      outlive(messageId) {
        const { lastHandle, stored } = known.get(messageId) ?? {};
        if (lastHandle === undefined) return false;
        known.delete(messageId);
        during(Promise.resolve(remote.delete(lastHandle)));
        observe({ change: 'outlived-retention', messageId, inFlight: stored?.inFlight ?? false });
        return true;
      },
      duplicate(messageId, times) {
        const tracked = known.get(messageId);
        if (tracked !== undefined) tracked.stored.duplicates += times;
        return tracked !== undefined;
      },
      contents: () => [...known.values()].map(({ stored }) => stored),
      oldestSentAt: () => known.values().next().value?.stored.message.sentAt,
      async failure() {
        await sending;
        return failure;
      },
      close: () => undefined,
    },
  };
};

/** Tells of each call why it failed, or that it did not; whoever hung up did not wait for what comes of it. */
const heard = (queue: QueueBackend, told: (failure: string | undefined) => void): QueueBackend =>
  wrapped(async (work, caller) => {
    try {
      const value = await work(queue);
      told(undefined);
      return value;
    } catch (error) {
      if (caller?.signal.aborted !== true) told(error instanceof Error ? error.message : String(error));
      throw error;
    }
  });
