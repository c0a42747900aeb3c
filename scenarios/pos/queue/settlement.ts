import { hasLostOne } from './lost-results.ts';
import { deletesNothing } from '../../arrange/till/deletes-nothing.ts';
import { leavesRepeats } from '../../arrange/till/leaves-repeats.ts';
import { isGivenUp, type Settled } from '../../arrange/till/awaited-callback.ts';
import { readSubmission } from '../../arrange/till/read-results.ts';
import {
  acceptedOf,
  deletedTimes,
  exchangesOf,
  type Lifecycle,
  lifecycleIn,
  lifecyclesIn,
  isAccepted,
  isDeleted,
  isForGood,
  lastActAt,
  ofKind,
  visibilityMs,
} from '#traffic/laws';
import type { PosWorld, SentCommand, TillTraffic, TrafficOf } from '../../context/pos.ts';

type World = Pick<PosWorld, 'till' | 'clock' | 'patienceMs' | 'progress'>;

/** Whatever a till does about one message, after this long something else is the matter. */
const longestMs = 120_000;
/** A till that has not come back to a message for so long leaves it to the queue. */
const leftAloneMs = 2_000;

export const lifecycleOf = ({ till }: Pick<World, 'till'>, { messageId }: SentCommand): Lifecycle | undefined =>
  lifecycleIn(till.traffic(), messageId);

/** The calls that show what became of these messages. */
export const callsAbout = (world: Pick<World, 'till'>, ...sent: readonly SentCommand[]): readonly number[] =>
  sent.flatMap((one) => {
    const lifecycle = lifecycleOf(world, one);
    return lifecycle === undefined ? [] : exchangesOf(lifecycle);
  });

/**
 * Waits until the till is done with a message that is delivered `times` times: its result is taken and every delivery
 * deleted. Where a callback was made to fail and the till leaves the message to be delivered again, that happens at once:
 * it cannot tell that from 30 s.
 */
export const settled = async (world: World, sent: SentCommand, times: number): Promise<Settled> => {
  const { till, clock, patienceMs } = world;
  const started = clock.now();
  const failedMs = leftAfterMs(lifecyclesIn(till.traffic()));
  let [quietSince, acts, isTold] = [started, 0, false];
  for (;;) {
    const lifecycle = lifecycleOf(world, sent);
    const { callbacks = [], deletes = [], deliveries = [] } = lifecycle ?? {};
    const accepted = lifecycle && acceptedOf(lifecycle);
    const deletions = lifecycle === undefined ? 0 : deletedTimes(lifecycle);
    if (accepted && deletions >= times) return 'settled';
    const [traffic, now] = [till.traffic(), clock.now()];
    // As long as it does something about the message it is not silent, but there is an end to that too. A handle may be
    // outdated through no fault of the till, so one more delivery than was asked for is another chance.
    const done = callbacks.length + deletes.length + Math.min(deliveries.length, times + 2);
    if (done > acts) [acts, quietSince] = [done, now];
    if (!isTold && now - started > leftAloneMs) {
      world.progress(
        `waiting for ${sent.messageKind} to be answered and deleted, until nothing has been done about it for ${Math.round(patienceMs / 1000)} s`,
      );
      isTold = true;
    }
    const isVain = lifecycle && (isRefused(lifecycle) || (callbacks.length > 0 && takesNone(traffic)));
    if (isVain && !accepted) return 'unanswered';
    if (lifecycle && isGivenUp(lifecycle, traffic, now)) return 'unanswered';
    const isIdle = now - quietSince > leftAloneMs;
    const isGone = lifecycle && !accepted && callbacks.length > 0 && isDeleted(lifecycle);
    if (isGone && isIdle && hasLostOne(traffic, now)) return 'unanswered';
    if (accepted && deletions === 0 && deletesNone(traffic, sent.messageKind, now)) return 'undelivered';
    const cameAgain = deletions > 0 || deliveries.length > 1;
    const isLeftForGood = accepted && cameAgain && isIdle && leavesRepeats(traffic, now, sent.messageKind);
    const isKept = accepted && isIdle && isKeptForGood(lifecycle, traffic, now - quietSince);
    if (isLeftForGood || isKept || now - quietSince > patienceMs || now - started > longestMs)
      return accepted ? leftover(world, lifecycle, times) : 'unanswered';
    if (lifecycle && !accepted && !isDeleted(lifecycle) && callbacks.length > 0)
      if (now - lastActAt(lifecycle) > (isLeft(lifecycle) ? failedMs : leftAloneMs))
        till.expireVisibility(sent.messageId);
    await till.act();
  }
};

/** So many refusals make it certain: the platform takes no such result, or none of this till, which is told where they are read. */
const refusedForGood = 3;

/** Its own result, again and again: what a fault of ours made of one does not count. */
export const isRefused = ({ callbacks }: Lifecycle): boolean =>
  callbacks.filter((callback) => callback.injected !== true && isForGood(callback)).length >= refusedForGood;

const takesNone = (traffic: readonly TillTraffic[]): boolean => {
  const callbacks = ofKind(traffic, 'callback');
  return callbacks.length >= refusedForGood && !callbacks.some(isAccepted);
};

/** So many messages of a kind, each left longer than its visibility, make it certain that none of the kind is deleted. */
const leftForGood = 2;

/** A till that deletes nothing of a kind is not waited for with each of it: which that is, a law tells. */
export const deletesNone = (traffic: readonly TillTraffic[], messageKind: string, now: number): boolean => {
  if (deletesNothing(traffic, now)) return true;
  const alike = lifecyclesIn(traffic).filter((one) => one.messageKind === messageKind);
  if (alike.some(({ deletes }) => deletes.length > 0)) return false;
  const left = alike.filter((one) => (acceptedOf(one)?.at ?? now) <= now - visibilityMs);
  return left.length >= leftForGood;
};

/** Takes a message whose result is not taken out of the way of the one behind it, which a till may have let go of with it. */
export const letPast = async ({ till, patienceMs }: World, { messageId }: SentCommand, behind: SentCommand) => {
  const matches = (callback: TrafficOf<'callback'>): boolean => callback.messageId === messageId;
  const result = await till.next('callback', { from: 0, matches, withinMs: patienceMs });
  if (result === undefined || isAccepted(result)) return;
  till.withdraw(messageId);
  till.expireVisibility(behind.messageId);
};

/** Taken when it came for the first time, not deleted then, and given once more: it is no repeat that the till left. */
const isLeftAtOnce = (lifecycle: Lifecycle): boolean => {
  const { deliveries, deletes } = lifecycle;
  const again = deliveries[1]?.at ?? Number.NEGATIVE_INFINITY;
  return deletes.length === 0 && (acceptedOf(lifecycle)?.answeredAt ?? Number.POSITIVE_INFINITY) <= again;
};

/** Whether the till leaves some messages of a kind that come once, as a law tells, so that what it does with repeats says less. */
export const leavesSome = (traffic: readonly TillTraffic[], messageKind: string): boolean =>
  lifecyclesIn(traffic).some((one) => one.messageKind === messageKind && isLeftAtOnce(one));

/** What a till that leaves some messages is given to delete another. */
const keptAfterMs = 6_000;

/** Nothing was done to delete it. */
const isKeptForGood = (lifecycle: Lifecycle, traffic: readonly TillTraffic[], quietMs: number): boolean =>
  isLeftAtOnce(lifecycle) ||
  (lifecycle.deletes.length === 0 && quietMs > keptAfterMs && leavesSome(traffic, lifecycle.messageKind));

const leftover = ({ till, clock }: World, lifecycle: Lifecycle, times: number): Settled => {
  const { messageKind, deliveries, deletes } = lifecycle;
  if (deletes.length === 0 && leavesSome(till.traffic(), messageKind)) return 'undelivered';
  const last = deliveries.findLast(({ at }) => clock.now() - at > leftAloneMs);
  const tried = last === undefined || deletes.some(({ at }) => at >= last.at);
  // A till that deletes no message of this kind at all is told so for the first delivery of one.
  const alike = lifecyclesIn(till.traffic()).filter((other) => other.messageKind === messageKind);
  return deliveries.length >= times && alike.some(isDeleted) && !tried ? 'undeleted' : 'undelivered';
};

/** The result the platform took: what is not signed, or not valid, is for others to tell. */
export const takenOf = (world: Pick<World, 'till'>, sent: SentCommand): TrafficOf<'callback'> | undefined => {
  const lifecycle = lifecycleOf(world, sent);
  return lifecycle && acceptedOf(lifecycle);
};

export const wasTaken = (world: Pick<World, 'till'>, sent: SentCommand): boolean => takenOf(world, sent) !== undefined;

/** Whether the result the platform took says that the order was accepted. */
export const wasAccepted = (world: World, sent: SentCommand): boolean => {
  const callback = takenOf(world, sent);
  return callback !== undefined && readSubmission(callback.body).success === true;
};

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
