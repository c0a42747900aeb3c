import type { Clock } from '#mocks/time';

interface Waiter<Item> {
  readonly matches: (item: Item) => boolean;
  readonly take: (item: Item) => void;
}

/** Whoever waits for something to come, for so long and until the run is ended. */
export const createWaiters = <Item>(clock: Clock, signal: AbortSignal) => {
  const waiters = new Set<Waiter<Item>>();
  return {
    /** Gives it to all who wait for such a thing, or to whoever waits longest; whether anybody did. */
    offer(item: Item, to: 'all' | 'one'): boolean {
      let taken = false;
      for (const waiter of waiters) {
        if (!waiter.matches(item)) continue;
        waiter.take(item);
        taken = true;
        if (to === 'one') break;
      }
      return taken;
    },
    /** Undefined once the time is over. Rejects with the signal's reason. */
    wait: (matches: (item: Item) => boolean, withinMs: number) =>
      new Promise<Item | undefined>((resolve, reject) => {
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
