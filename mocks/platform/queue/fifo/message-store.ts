import type { QueueChange, VisibleAgain } from '#schemas';
import { createBacklog } from '#traffic';
import { type Delivery, type DeliveryState, newlyStored, type QueueMessage, type StoredMessage } from './message.ts';
import { createMessageGroups, type GroupBatching } from './message-groups.ts';
import type { ReceiptHandles } from './receipt-handle.ts';

export interface QueueClock {
  now(): number;
  /** The answer cancels. */
  after(milliseconds: number, fire: () => void): () => void;
}

/** Tells of every hidden message when its time is over: one timer for all of them, set to the earliest. */
export const createExpiry = (clock: QueueClock, expired: (stored: StoredMessage) => void) => {
  // In the order they were hidden, in which those of one moment are told.
  const hidden = new Set<StoredMessage>();
  let timer: { readonly due: number; readonly cancel: () => void } | undefined;

  const set = (due: number): void => {
    timer?.cancel();
    timer = { due, cancel: clock.after(due - clock.now(), fire) };
  };

  const setToEarliest = (): void => {
    let due = Number.POSITIVE_INFINITY;
    for (const { visibleAt } of hidden) due = Math.min(due, visibleAt);
    if (hidden.size > 0 && (timer === undefined || due < timer.due)) set(due);
  };

  const fire = (): void => {
    timer = undefined;
    const now = clock.now();
    const due = [...hidden].filter(({ visibleAt }) => visibleAt <= now);
    // What the one before set off may have hidden it again.
    for (const stored of due.sort((one, other) => one.visibleAt - other.visibleAt))
      if (hidden.has(stored) && stored.visibleAt <= now) expired(stored);
    setToEarliest();
  };

  return {
    /** From now on; one that was watched before counts with its new time. */
    watch(stored: StoredMessage) {
      hidden.delete(stored);
      hidden.add(stored);
      if (timer === undefined || stored.visibleAt < timer.due) set(stored.visibleAt);
    },
    forget(stored: StoredMessage) {
      hidden.delete(stored);
      if (hidden.size > 0) return;
      timer?.cancel();
      timer = undefined;
    },
    close: () => timer?.cancel(),
  };
};

export interface MessageStoreOptions {
  readonly clock: QueueClock;
  readonly retentionMs: number;
  readonly groupBatching: GroupBatching;
  readonly handles: ReceiptHandles;
  readonly observe: (change: QueueChange) => void;
  /** A message was hidden, or shown before its time. */
  readonly keep: (message: QueueMessage, state: DeliveryState) => void;
  /** Something may have become deliverable by the passing of time. */
  readonly onTime: () => void;
}

/** The messages of a queue with their visibility and retention. */
export const createMessageStore = (options: MessageStoreOptions) => {
  const { clock, retentionMs, handles, observe, keep, onTime } = options;
  const groups = createMessageGroups(options.groupBatching);
  const bySequence = createBacklog<number, StoredMessage>();
  const expiry = createExpiry(clock, (stored) => {
    reveal(stored, 'timeout');
    onTime();
  });
  let retention: { readonly of: StoredMessage; readonly cancel: () => void } | undefined;
  let isClosed = false;

  const contents = () => Array.from(bySequence.entries(), ([, stored]) => stored);

  const remove = (stored: StoredMessage) => {
    expiry.forget(stored);
    groups.remove(stored);
    bySequence.delete(stored.message.sequence);
  };

  const watchOldest = () => {
    const oldest = bySequence.first();
    // Whoever still sends something to a queue that is closed starts no timer, which would keep the process alive.
    if (isClosed || retention?.of === oldest) return;
    retention?.cancel();
    const wake = () => {
      dropOutlived();
      onTime();
    };
    retention = oldest && {
      of: oldest,
      cancel: clock.after(oldest.message.sentAt + retentionMs - clock.now(), wake),
    };
  };

  const dropOutlived = () => {
    for (let stored = bySequence.first(); stored !== undefined; stored = bySequence.first()) {
      if (stored.message.sentAt + retentionMs > clock.now()) break;
      remove(stored);
      observe({ change: 'outlived-retention', messageId: stored.message.messageId, inFlight: stored.inFlight });
    }
    watchOldest();
  };

  const reveal = (stored: StoredMessage, reason: VisibleAgain) => {
    expiry.forget(stored);
    stored.visibleAt = clock.now();
    if (!stored.inFlight) return;
    stored.inFlight = false;
    if (reason !== 'timeout') keep(stored.message, stored);
    observe({ change: 'visible-again', messageId: stored.message.messageId, reason });
  };

  const hide = (stored: StoredMessage, forMs: number) => {
    hideUntil(stored, clock.now() + forMs);
    keep(stored.message, stored);
  };

  const hideUntil = (stored: StoredMessage, visibleAt: number) => {
    stored.visibleAt = visibleAt;
    stored.inFlight = true;
    expiry.watch(stored);
  };

  const toDelivery = (stored: StoredMessage): Delivery => ({
    message: stored.message,
    receiptHandle: stored.receiptHandle,
    receiveCount: stored.receiveCount,
    firstReceivedAt: stored.firstReceivedAt,
  });

  const deliver = (stored: StoredMessage, forMs: number) => {
    // The clock may have passed the visibility timeout before the timer came round.
    reveal(stored, 'timeout');
    stored.receiveCount += 1;
    stored.receivedAt = clock.now();
    stored.firstReceivedAt ||= stored.receivedAt;
    stored.visibilityChanged = false;
    stored.receiptHandle = handles.issue(stored.message.sequence, stored.receiveCount);
    if (forMs > 0) hide(stored, forMs);
    else keep(stored.message, stored);
    const { messageId, groupId } = stored.message;
    const { receiptHandle, receiveCount } = stored;
    observe({ change: 'delivered', messageId, groupId, receiptHandle, receiveCount });
  };

  const tellHeld = (groupId: string, delivered: number) => {
    const held = groups.holder(groupId, clock.now());
    const waiting = held === undefined ? 0 : held.size - delivered;
    if (held !== undefined && waiting > 0)
      observe({ change: 'held-by-group', groupId, by: held.by.message.messageId, waiting });
  };

  const store = (message: QueueMessage): StoredMessage => {
    const stored = newlyStored(message);
    bySequence.add(message.sequence, stored);
    groups.add(stored);
    watchOldest();
    return stored;
  };

  return {
    add(message: QueueMessage) {
      store(message);
      tellHeld(message.groupId, 1);
    },
    /** A message that was here before: hidden for as long as it still is. Not told to the observer. */
    restore(message: QueueMessage, state: DeliveryState | undefined) {
      const stored = Object.assign(store(message), state);
      if (stored.visibleAt > clock.now()) hideUntil(stored, stored.visibleAt);
    },
    take(max: number, forMs: number) {
      const taken = groups.take(max, clock.now());
      for (const stored of taken) deliver(stored, forMs);
      const perGroup = Map.groupBy(taken, (stored) => stored.message.groupId);
      for (const [groupId, ofGroup] of perGroup) tellHeld(groupId, ofGroup.length);
      return taken;
    },
    hide,
    reveal,
    remove,
    has: (stored: StoredMessage) => bySequence.get(stored.message.sequence) === stored,
    find: (messageId: string) => contents().find(({ message }) => message.messageId === messageId),
    /** The message in flight that a handle belongs to, or what is wrong with the handle. */
    byHandle(receiptHandle: string) {
      const read = handles.read(receiptHandle, (sequence) => bySequence.get(sequence)?.receiptHandle);
      if (read === undefined) return 'invalid';
      const stored = bySequence.get(read.sequence);
      if (stored === undefined) return 'gone';
      return stored.receiveCount === read.delivery && stored.visibleAt > clock.now() ? stored : 'expired';
    },
    toDelivery,
    /** Forgets what has outlived the retention; timers may be late, so every operation asks first. */
    dropOutlived,
    contents,
    oldest: () => bySequence.first(),
    close() {
      isClosed = true;
      retention?.cancel();
      expiry.close();
    },
  };
};
