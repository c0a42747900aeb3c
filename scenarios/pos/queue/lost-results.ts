import { type Handling, handlingsIn, isAccepted, isDeleted, lastActAt, visibilityMs } from '#traffic/laws';
import type { TillTraffic } from '../../context/pos.ts';

/** So many make it certain: one may have been the moment's. */
const lostForGood = 2;

/** A till that sends no result again is not asked for more of them: that results are lost was told when they were. */
export const losesResults = (traffic: readonly TillTraffic[], now: number): boolean =>
  handlingsIn(traffic).filter((handling) => isLost(handling, now)).length >= lostForGood;

/** Once one was lost for certain, the next are not waited for as long. */
export const hasLostOne = (traffic: readonly TillTraffic[], now: number): boolean =>
  handlingsIn(traffic).some((handling) => isLost(handling, now));

/** Answered with an error or not at all, and then deleted, or delivered once more and left. */
const isLost = (handling: Handling, now: number): boolean => {
  const { callbacks, deliveries } = handling;
  const last = callbacks.at(-1);
  // What was answered for good may well be left.
  if (last === undefined || callbacks.some((one) => isAccepted(one) || isForGood(one))) return false;
  if (isDeleted(handling)) return lastActAt(handling) <= now - visibilityMs;
  return deliveries.some(({ at }) => at > last.answeredAt && at <= now - visibilityMs);
};

const isForGood = ({ status = 0 }: { readonly status?: number }): boolean => status >= 400 && status < 500;
