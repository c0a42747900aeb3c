import type { TillTraffic } from '#traffic';
import { acceptedOf, isForGood, lifecycleIn, lifecyclesIn, ofKind, visibilityMs } from '#traffic/laws';
import { leavesRepeats } from './leaves-repeats.ts';
import { soonMs } from './awaited-callback.ts';

/** So many messages, each answered for good and delivered again since, make it certain. */
const leftForGood = 2;

/**
 * A till that has answered message after message since it last tried to delete any, and left them all, deletes nothing more:
 * none of what comes later is waited for. Whoever deletes late, or in vain, or only some kinds, has called DeleteMessage meanwhile.
 * That it deletes nothing is what `queue/handled-message-deleted` has told by then.
 */
export const deletesNothing = (traffic: readonly TillTraffic[], now: number): boolean => {
  const triedAt = ofKind(traffic, 'delete').at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  if (triedAt >= now - visibilityMs) return false;
  const left = lifecyclesIn(traffic).filter((lifecycle) => {
    const accepted = acceptedOf(lifecycle);
    if (accepted === undefined || accepted.at <= triedAt || accepted.at > now - visibilityMs) return false;
    return lifecycle.deliveries.some(({ at }) => at > accepted.answeredAt);
  });
  return left.length >= leftForGood;
};

interface Waiting {
  readonly till: { traffic(): readonly TillTraffic[] };
  readonly clock: { now(): number };
  readonly patienceMs: number;
}

/**
 * How long a deletion is waited for: not long that of a message whose result was refused for good. What was sent may be looked at all
 * the same, so there is time to take note of it.
 */
export const deletionMs = ({ till, clock, patienceMs }: Waiting, messageId?: string): number => {
  const traffic = till.traffic();
  const last = messageId === undefined ? undefined : lifecycleIn(traffic, messageId)?.callbacks.at(-1);
  return (last && isForGood(last)) || deletesNothing(traffic, clock.now()) ? soonMs : patienceMs;
};

/** How long the deletion of what was delivered again is waited for. */
export const repeatDeletionMs = (world: Waiting, messageKind: string): number =>
  leavesRepeats(world.till.traffic(), world.clock.now(), messageKind) ? soonMs : deletionMs(world);
