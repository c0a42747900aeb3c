import type { Clock } from '#mocks/time';
import type { CatalogueSync } from './sync.ts';

export interface SyncSchedule {
  readonly everyMs: number;
  /** The specification leaves the period of full refreshes to the platform. */
  readonly fullEveryMs: number;
}

/** Synchronises now and then at every cycle. The answer stops it. */
export const scheduleSync = (
  sync: CatalogueSync,
  clock: Pick<Clock, 'now' | 'after'>,
  { everyMs, fullEveryMs }: SyncSchedule,
): (() => void) => {
  let fullDueAt = clock.now() + fullEveryMs;
  let running = false;
  let cancel = () => {};

  const cycle = () => {
    cancel = clock.after(everyMs, cycle);
    // A synchronisation longer than the cycle takes the place of the next one.
    if (running) return;
    running = true;
    const full = clock.now() >= fullDueAt;
    if (full) fullDueAt = clock.now() + fullEveryMs;
    void (full ? sync.fullRefresh() : sync.syncNow()).finally(() => {
      running = false;
    });
  };
  cycle();
  return () => cancel();
};
