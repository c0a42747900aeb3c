import type { TillTraffic } from '#traffic';
import { handlingsIn, visibilityMs } from '#traffic/laws';
import { deletionMs, type Waiting } from './deletes-nothing.ts';
import { soonMs } from './passing-failure.ts';

/** So many of them, each left longer than its visibility, make it certain. */
const leftForGood = 2;

/** A till that leaves what comes again once it was deleted, or deletes it in vain: the next of them is not waited for as long. */
export const leavesRepeats = (traffic: readonly TillTraffic[], now: number): boolean => {
  const repeats = handlingsIn(traffic).flatMap(({ deliveries, deletes }) => {
    const deleted = deletes.filter(({ outcome }) => outcome === 'deleted');
    const deletedAt = deleted[0]?.at ?? now;
    const later = deliveries.filter(({ at }) => at > deletedAt);
    const isGone = deleted.some((one) => later.some(({ receiptHandle }) => receiptHandle === one.receiptHandle));
    return later.slice(0, 1).map(({ at }) => ({ at, isGone }));
  });
  if (repeats.some(({ isGone }) => isGone)) return false;
  return repeats.filter(({ at }) => at <= now - visibilityMs).length >= leftForGood;
};

/** How long the deletion of what was delivered again is waited for. */
export const repeatDeletionMs = (world: Waiting): number =>
  leavesRepeats(world.till.traffic(), world.clock.now()) ? soonMs : deletionMs(world);
