import { randomBytes } from 'node:crypto';
import type { HandleProblem, QueueChange } from '#schemas';
import { createDeduplicationWindow } from './deduplication.ts';
import {
  type Delivery,
  type DeliveryState,
  type NewMessage,
  type QueueMessage,
  type StoredMessage,
  newUuid,
} from './message.ts';
import type { GroupBatching } from './message-groups.ts';
import { createMessageStore, type QueueClock } from './message-store.ts';
import { createReceiptHandles } from './receipt-handle.ts';
import { createReceiveAttempts } from './deduplication.ts';

export interface FifoQueueOptions {
  readonly clock: QueueClock;
  /** Limits › Queue visibility timeout: 30 seconds. */
  readonly visibilityMs?: number;
  /** Limits › Queue retention: 14 days. */
  readonly retentionMs?: number;
  readonly groupBatching?: GroupBatching;
  /**
   * What becomes of a long poll whose client hung up. `clean`: it leaves the line. `swallow`, which users report of AWS: it
   * stays, and the message it then gets is hidden for one visibility timeout.
   */
  readonly abortedPoll?: 'clean' | 'swallow';
  readonly observe?: (change: QueueChange) => void;
  readonly newId?: () => string;
  readonly handleKey?: Uint8Array;
  /** What an earlier life of this queue kept, in its order; `firstSequence` lies beyond all it ever gave. */
  readonly earlier?: {
    readonly messages: Iterable<{ readonly message: QueueMessage; readonly state: DeliveryState | undefined }>;
    readonly firstSequence: number;
  };
  /** Called before the queue answers, when a message was hidden or shown before its time. */
  readonly keep?: (message: QueueMessage, state: DeliveryState) => void;
}

export interface ReceiveRequest {
  readonly max: number;
  readonly waitMs: number;
  readonly visibilityMs?: number;
  readonly attemptId?: string;
}

export interface Sent {
  readonly messageId: string;
  readonly sequence: number;
  /** The deduplication id was used in the last five minutes, so nothing was added. */
  readonly duplicate: boolean;
}

/** FIFO queue semantics, and nothing else: no wire, no sockets, no clock of its own. */
export interface FifoQueue {
  readonly send: (message: NewMessage) => Sent;
  /** Calls `answer` once: at once when something is deliverable, else when it becomes so or the wait is over. The result hangs up. */
  readonly receive: (request: ReceiveRequest, answer: (deliveries: readonly Delivery[]) => void) => () => void;
  /** Whether a receive with this attempt id can no longer be repeated, since what it gave was deleted or changed. */
  readonly refuses: (attemptId: string) => boolean;
  readonly delete: (receiptHandle: string) => HandleProblem | undefined;
  readonly changeVisibility: (receiptHandle: string, visibilityMs: number) => HandleProblem | undefined;
  /** Makes a message in flight visible before its time. */
  readonly redeliverEarly: (messageId: string) => boolean;
  /** Forgets a message as if its retention were over. */
  readonly outlive: (messageId: string) => boolean;
  /** Another `times` deletes of this message are acknowledged, and yet it is delivered again. */
  readonly duplicate: (messageId: string, times: number) => boolean;
  readonly contents: () => readonly Readonly<StoredMessage>[];
  readonly oldestSentAt: () => number | undefined;
  /** Of a queue elsewhere: why the last thing it was asked for failed, once what was sent has arrived or has not. */
  readonly failure?: () => Promise<string | undefined>;
  readonly close: () => void;
}

interface Waiter {
  readonly request: ReceiveRequest;
  readonly answer: (deliveries: readonly Delivery[]) => void;
  gone: boolean;
  cancelTimeout: () => void;
}

export const createFifoQueue = (options: FifoQueueOptions): FifoQueue => {
  const { clock, visibilityMs = 30_000, retentionMs = 14 * 24 * 3_600_000, abortedPoll = 'clean' } = options;
  const observe = options.observe ?? (() => undefined);
  const newId = options.newId ?? newUuid;
  const deduplication = createDeduplicationWindow();
  const waiters = new Set<Waiter>();
  let lastSequence = (options.earlier?.firstSequence ?? 1) - 1;
  const store = createMessageStore({
    clock,
    retentionMs,
    observe,
    keep: options.keep ?? (() => undefined),
    groupBatching: options.groupBatching ?? 'aws',
    handles: createReceiptHandles(options.handleKey ?? randomBytes(32)),
    onTime: () => serve(),
  });
  const attempts = createReceiveAttempts(store.has);
  for (const { message, state } of options.earlier?.messages ?? []) {
    const { deduplicationId, messageId, sequence, sentAt } = message;
    deduplication.remember(deduplicationId, { messageId, sequence, at: sentAt });
    store.restore(message, state);
  }

  const take = ({ max, attemptId, ...request }: ReceiveRequest): readonly Delivery[] => {
    const forMs = request.visibilityMs ?? visibilityMs;
    const again = attemptId === undefined ? undefined : attempts.replayable(attemptId, clock.now());
    if (again === 'refused') return [];
    for (const stored of again ?? []) store.hide(stored, forMs);
    const taken = again ?? store.take(max, forMs);
    if (attemptId !== undefined && taken.length > 0) attempts.remember(attemptId, taken, clock.now());
    return taken.map(store.toDelivery);
  };

  const serve = () => {
    for (const waiter of waiters) {
      const deliveries = take(waiter.request);
      if (deliveries.length === 0) return;
      finish(waiter, deliveries);
    }
  };

  const finish = (waiter: Waiter, deliveries: readonly Delivery[]) => {
    waiter.cancelTimeout();
    waiters.delete(waiter);
    if (!waiter.gone) waiter.answer(deliveries);
    else if (deliveries.length > 0)
      observe({ change: 'swallowed', messageIds: deliveries.map(({ message }) => message.messageId) });
  };

  return {
    send(message) {
      store.dropOutlived();
      const now = clock.now();
      const seen = deduplication.find(message.deduplicationId, now);
      if (seen !== undefined) {
        const { messageId, sequence } = seen;
        observe({ change: 'suppressed-duplicate', messageId, deduplicationId: message.deduplicationId });
        return { messageId, sequence, duplicate: true };
      }
      lastSequence += 1;
      const sequence = lastSequence;
      const messageId = newId();
      const { groupId, deduplicationId } = message;
      observe({ change: 'sent', messageId, groupId, sequence });
      deduplication.remember(deduplicationId, { messageId, sequence, at: now });
      const { body, attributes = {} } = message;
      store.add({ groupId, deduplicationId, body, attributes, messageId, sequence, sentAt: now });
      serve();
      return { messageId, sequence, duplicate: false };
    },
    refuses: (attemptId) => attempts.replayable(attemptId, clock.now()) === 'refused',
    receive(request, answer) {
      store.dropOutlived();
      serve();
      const waiter: Waiter = { request, answer, gone: false, cancelTimeout: () => undefined };
      const deliveries = take(request);
      if (deliveries.length > 0 || request.waitMs <= 0) {
        answer(deliveries);
        return () => undefined;
      }
      waiter.cancelTimeout = clock.after(request.waitMs, () => finish(waiter, []));
      waiters.add(waiter);
      return () => {
        waiter.gone = true;
        if (abortedPoll === 'clean') finish(waiter, []);
      };
    },
    delete(receiptHandle) {
      store.dropOutlived();
      const stored = store.byHandle(receiptHandle);
      // Deleting twice with one handle succeeds, as it does on SQS.
      if (stored === 'gone') return undefined;
      if (typeof stored === 'string') {
        observe({ change: 'delete-refused', receiptHandle, problem: stored });
        return stored;
      }
      const { messageId } = stored.message;
      if (stored.duplicates > 0) {
        stored.duplicates -= 1;
        observe({ change: 'delete-ignored', messageId, receiptHandle });
        store.reveal(stored, 'duplicate');
      } else {
        // Told first, as what is sent is: who keeps it may fail, and then nothing of it has happened.
        observe({ change: 'deleted', messageId, receiptHandle });
        store.remove(stored);
      }
      serve();
      return undefined;
    },
    changeVisibility(receiptHandle, forMs) {
      store.dropOutlived();
      const stored = store.byHandle(receiptHandle);
      if (typeof stored === 'string') return stored;
      stored.visibilityChanged = true;
      if (forMs > 0) store.hide(stored, forMs);
      else store.reveal(stored, 'changed');
      serve();
      return undefined;
    },
    redeliverEarly(messageId) {
      const stored = store.find(messageId);
      if (stored === undefined || !stored.inFlight) return false;
      store.reveal(stored, 'forced');
      serve();
      return true;
    },
    outlive(messageId) {
      const stored = store.find(messageId);
      if (stored === undefined) return false;
      store.remove(stored);
      observe({ change: 'outlived-retention', messageId, inFlight: stored.inFlight });
      serve();
      return true;
    },
    duplicate(messageId, times) {
      const stored = store.find(messageId);
      if (stored !== undefined) stored.duplicates += times;
      return stored !== undefined;
    },
    contents() {
      store.dropOutlived();
      return store.contents();
    },
    oldestSentAt: () => store.oldest()?.message.sentAt,
    close() {
      store.close();
      for (const waiter of waiters) finish(waiter, []);
    },
  };
};
