import {
  type Lifecycle,
  lifecyclesIn,
  isAccepted,
  isDeleted,
  isForGood,
  lastActAt,
  ofKind,
  visibilityMs,
} from '#traffic/laws';
import type { TillTraffic, TrafficOf } from '#traffic';

/** So many make it certain: one may have been the moment's. */
const lostForGood = 2;

/** A till that sends no result again is not asked for more of them: that results are lost was told when they were. */
export const losesResults = (traffic: readonly TillTraffic[], now: number): boolean =>
  lifecyclesIn(traffic).filter((lifecycle) => isLost(lifecycle, now)).length >= lostForGood;

/** Once one was lost for certain, the next are not waited for as long. */
export const hasLostOne = (traffic: readonly TillTraffic[], now: number): boolean =>
  lifecyclesIn(traffic).some((lifecycle) => isLost(lifecycle, now));

/** Answered with an error or not at all, and then deleted, or delivered once more and left. */
const isLost = (lifecycle: Lifecycle, now: number): boolean => {
  const { callbacks } = lifecycle;
  const last = callbacks.at(-1);
  // What was answered for good may well be left.
  if (last === undefined || callbacks.some((one) => isAccepted(one) || isForGood(one))) return false;
  if (isDeleted(lifecycle)) return lastActAt(lifecycle) <= now - visibilityMs;
  return isPassedOver(lifecycle, now);
};

/** It came again after its last result, and nothing was done about it for as long as that takes once more. */
export const isPassedOver = ({ callbacks, deliveries }: Lifecycle, now: number): boolean => {
  const last = callbacks.at(-1);
  return last !== undefined && deliveries.some(({ at }) => at > last.answeredAt && at <= now - visibilityMs);
};

/**
 * After a callback that was answered 404 the next command was received, with a poll that began afterwards, and not answered
 * so far or until it was due: the till polls on, and handles nothing.
 */
export const stunnedBy404 = (
  traffic: readonly TillTraffic[],
): { readonly callback: TrafficOf<'callback'>; readonly dueAt: number } | undefined => {
  const callbacks = ofKind(traffic, 'callback');
  for (const callback of callbacks.filter(({ status }) => status === 404)) {
    const next = ofKind(traffic, 'receive').find(
      ({ n, at, messages }) => n > callback.n && at >= callback.answeredAt && messages.length > 0,
    );
    if (next === undefined) continue;
    const dueAt = next.endedAt + visibilityMs;
    if (!callbacks.some(({ n, at }) => n > callback.n && at < dueAt)) return { callback, dueAt };
  }
  return undefined;
};
