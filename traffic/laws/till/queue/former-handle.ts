import type { Sight } from '../../../evidence/row.ts';
import { type Delivery, type Lifecycle, visibilityMs } from '../../../ledgers/till/messages.ts';

/** Between two deliveries that far apart there was time enough to delete with the handle of the first. */
const enoughMs = 20_000;
/** Once a till may have been late, and delete what came again later still. */
const strikesOut = 2;
/** A deletion that went out twice may arrive after the next delivery, which then is deleted with its own handle. */
const breathMs = 5_000;

/**
 * A message that is deleted with handles of former deliveries only, from when on that is certain. A till that is late may well delete
 * with the handle of its own delivery when the next one has come, and a deletion may be on its way as it comes. It is wrong to use a
 * handle that has done its work for a later delivery, and to use none but that of a former one for a delivery that was answered, or
 * once more.
 */
export const formerHandleIn = ({ messageId, ...lifecycle }: Lifecycle): Sight | undefined => {
  // The till never saw a delivery whose poll was not answered.
  const deliveries = lifecycle.deliveries.filter(({ isLost }) => !isLost);
  if (deliveries.length < 2 || lifecycle.deletes.length === 0) return undefined;
  const acts = [...deliveries, ...lifecycle.callbacks, ...lifecycle.deletes].toSorted((one, other) => one.n - other.n);
  const [issued, used, spent] = [new Set<string>(), new Set<string>(), new Map<string, number>()];
  let latest: Delivery | undefined;
  let [isAnswered, isDeleted, usesSpent, strikes, results] = [false, false, false, 0, 0];
  /** Since when only former handles were used for the latest delivery, and in which call the last time. */
  let wrong: { readonly since: number; readonly exchange: number } | undefined;
  let certain: readonly number[] | undefined;
  const clear = (): void => {
    [wrong, usesSpent] = [undefined, false];
  };
  const shownBy = (delivery: Delivery): readonly number[] => [delivery.exchange, ...(wrong ? [wrong.exchange] : [])];
  for (const act of acts) {
    certain = undefined;
    if ('groupId' in act) {
      if (wrong !== undefined && latest !== undefined && act.at - latest.at >= enoughMs) strikes += 1;
      if (strikes >= strikesOut && latest !== undefined) certain = shownBy(latest);
      // What is wrong of a handle that has done its work stays so; another may have been used too late.
      if (certain !== undefined || !usesSpent) clear();
      if (certain !== undefined) strikes = 0;
      [latest, isAnswered] = [act, false];
      issued.add(act.receiptHandle);
    } else if (act.kind === 'callback') {
      isAnswered = true;
      results += 1;
    } else if (latest !== undefined) {
      const { receiptHandle, outcome, lost, at, exchange } = act;
      const spentAt = spent.get(receiptHandle);
      const isForLatest = isAnswered || used.has(receiptHandle);
      // It has taken some of the deliveries on and deletes each with its own handle, as it comes to them.
      const isBehind = isAnswered && results < issued.size;
      used.add(receiptHandle);
      if (outcome === 'deleted' && lost !== true && spentAt === undefined) spent.set(receiptHandle, at);
      const isOwn = receiptHandle === latest.receiptHandle;
      if (isOwn || (isBehind && !usesSpent)) clear();
      if (isOwn) strikes = 0;
      const isSpent = spentAt !== undefined && latest.at > spentAt;
      isDeleted ||= outcome === 'deleted';
      const isStale = outcome === 'stale' && !isDeleted && issued.has(receiptHandle);
      if (isOwn || used.has(latest.receiptHandle) || latest.at > at) continue;
      if (!isSpent && !(isStale && isForLatest && !isBehind)) continue;
      wrong = { since: wrong?.since ?? at, exchange };
      usesSpent ||= isSpent;
    }
  }
  if (latest === undefined || (wrong === undefined && certain === undefined)) return undefined;
  const { since = 0 } = wrong ?? {};
  const soon = Math.min(latest.at + enoughMs, usesSpent ? since + breathMs : Number.POSITIVE_INFINITY);
  return {
    unlike: messageId,
    // Past the time in which it is delivered once more nobody looks after the last delivery any more.
    at: certain ? 0 : latest.at + 2 * visibilityMs,
    atEnd: certain || strikes > 0 ? 0 : soon,
    exchanges: certain ?? shownBy(latest),
    expected: `the ReceiptHandle of the last delivery of ${messageId}`,
    actual: 'the handle of a former one',
  };
};
