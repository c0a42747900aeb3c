import { acceptedOf, type Lifecycle, isAccepted, isDeleted } from '#traffic/laws';

/** One that sends a result again by itself pauses in between. */
export const retryMs = 2_000;
/** One that has never sent a result again by itself has left it by then. */
const leftToQueueMs = 100;

/**
 * How long after a callback that failed a till that does nothing about it has left the message to the queue. It comes
 * again then: a till cannot tell that from 30 s.
 */
export const leftAfterMs = (lifecycles: readonly Lifecycle[]): number =>
  leavesFailures(lifecycles) ? leftToQueueMs : retryMs;

/** Whether all results that were not taken came again only when their message did. */
const leavesFailures = (lifecycles: readonly Lifecycle[]): boolean => {
  const gaps = lifecycles.flatMap(({ callbacks, deliveries }) =>
    callbacks.slice(1).flatMap((callback, index) => {
      const failed = callbacks[index];
      if (failed === undefined || isAccepted(failed)) return [];
      return [deliveries.some(({ at }) => at >= failed.answeredAt && at <= callback.at)];
    }),
  );
  return gaps.length > 0 && gaps.every(Boolean);
};

/** Its results were not taken, and it has not come again since: what comes of it is the till's turn, or the queue's. */
export const isLeft = (lifecycle: Lifecycle): boolean => {
  const last = lifecycle.callbacks.at(-1);
  if (last === undefined || isDeleted(lifecycle) || acceptedOf(lifecycle) !== undefined) return false;
  return !lifecycle.deliveries.some(({ at }) => at > last.answeredAt);
};

/**
 * `undeleted`: the till tried nothing to delete the last delivery. `undelivered`: it does not take it, or deletes it in
 * vain, which other requirements are about.
 */
export type Settled = 'settled' | 'unanswered' | 'undeleted' | 'undelivered';
