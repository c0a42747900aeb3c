import type { TillTraffic } from '#traffic';
import { lifecyclesIn, visibilityMs } from '#traffic/laws';

/** So many of them, each left longer than its visibility, make it certain. */
const leftForGood = 2;

/**
 * A till that leaves what comes again once it was deleted, or deletes it in vain: the next of them is not waited for as long. One may
 * do so with some kinds alone.
 */
export const leavesRepeats = (traffic: readonly TillTraffic[], now: number, messageKind?: string): boolean => {
  const repeats = repeatsIn(traffic);
  const left = repeats.filter(({ at, isGone }) => !isGone && at <= now - visibilityMs);
  if (left.length < leftForGood) return false;
  const isOf = (one: Repeat): boolean => one.messageKind === messageKind;
  return !repeats.some(({ isGone }) => isGone) || (left.some(isOf) && !repeats.some((one) => one.isGone && isOf(one)));
};

/** A message that came again once it was deleted. */
interface Repeat {
  readonly messageKind: string;
  readonly at: number;
  /** And was deleted again. */
  readonly isGone: boolean;
}

const repeatsIn = (traffic: readonly TillTraffic[]): readonly Repeat[] =>
  lifecyclesIn(traffic).flatMap(({ messageKind, deliveries, deletes }) => {
    const deleted = deletes.filter(({ outcome }) => outcome === 'deleted');
    const [first] = deleted;
    const later = first === undefined ? [] : deliveries.filter(({ at }) => at > first.at);
    const isGone = deleted.some((one) => later.some(({ receiptHandle }) => receiptHandle === one.receiptHandle));
    return later.slice(0, 1).map(({ at }) => ({ messageKind, at, isGone }));
  });
