import type { Clock } from '#mocks/time';

/** Whoever waits for something to come, for so long and until the run is ended. */
export interface Waiters<Item> {
  /** Gives it to all who wait for such a thing, or to whoever waits longest; whether anybody did. */
  readonly offer: (item: Item, to: 'all' | 'one') => boolean;
  /** Undefined once the time is over. Rejects with the signal's reason. */
  readonly wait: (matches: (item: Item) => boolean, withinMs: number) => Promise<Item | undefined>;
}

interface Waiter<Item> {
  readonly matches: (item: Item) => boolean;
  readonly take: (item: Item) => void;
}

export const createWaiters = <Item>(clock: Clock, signal: AbortSignal): Waiters<Item> => {
  const waiters = new Set<Waiter<Item>>();
  return {
    offer(item, to) {
      let taken = false;
      for (const waiter of waiters) {
        if (!waiter.matches(item)) continue;
        waiter.take(item);
        taken = true;
        if (to === 'one') break;
      }
      return taken;
    },
    wait: (matches, withinMs) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          cancel();
          waiters.delete(waiter);
          signal.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          settle();
          reject(signal.reason as Error);
        };
        const waiter: Waiter<Item> = {
          matches,
          take: (item) => {
            settle();
            resolve(item);
          },
        };
        const cancel = clock.after(withinMs, () => {
          settle();
          resolve(undefined);
        });
        waiters.add(waiter);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      }),
  };
};
