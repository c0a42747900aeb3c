import type { StoredMessage } from './message.ts';

interface ExpiryClock {
  now(): number;
  after(milliseconds: number, fire: () => void): () => void;
}

/** Tells of every hidden message when its time is over: one timer for all of them, set to the earliest. */
export const createExpiry = (clock: ExpiryClock, expired: (stored: StoredMessage) => void) => {
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
