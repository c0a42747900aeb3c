import {
  acceptedOf,
  createLifecycles,
  deletedTimes,
  type Lifecycle,
  type Lifecycles,
  lifecyclesIn,
  isDeleted,
  lastActAt,
  ofKind,
} from '#traffic/laws';
import type { PosWorld, SentCommand, TillTraffic, TrafficOf } from '../../context/pos.ts';
import { isLeft, isRefused, leftAfterMs, retryMs } from './settlement.ts';
import { hasLostOne } from './lost-results.ts';
import type { Schedule, Step } from './plans.ts';

type World = Pick<PosWorld, 'till' | 'clock' | 'patienceMs'>;

/** A message of a schedule that was sent. */
export interface Posted extends SentCommand {
  readonly step: Step;
  /** How often it is to be deleted, which is once for each of its copies. */
  deletions: number;
}

/** A till at rest: it is done with all that was sent, or does nothing about it any more. */
export interface AtRest {
  readonly posted: readonly Posted[];
  /** All traffic since the first message. */
  readonly traffic: readonly TillTraffic[];
  /** What the till was still not done with when it had gone quiet. */
  readonly open: readonly Posted[];
  /** What was begun since it was last at rest. */
  readonly steps: Schedule;
  /** The kinds of command of which the till had deleted one before the first message. */
  readonly deletedKinds: ReadonlySet<string>;
}

/** Errors › Callback responses: after these the platform asks for nothing more. */
export const endsThere = ({ results }: Step): boolean =>
  results.includes('answered 400') || results.includes('answered 404');

/** What became of the messages so far, and the first traffic that was not looked at yet. */
interface Followed {
  readonly from: { n: number };
  readonly lifecycles: Lifecycles;
}

/** From here on. */
export const follow = ({ till }: Pick<World, 'till'>): Followed => ({
  from: { n: till.mark() },
  lifecycles: createLifecycles(),
});

/** A till that has not come back to a message for so long leaves it to the queue: it cannot tell that from 30 s. */
const leftAloneMs = 500;
/** A prompt one has by then: so many times what it takes over a message that nothing happens to. */
const aloneFactor = 8;
const leastAloneMs = 100;
/** A client without a limit of its own is hung up on after 60 s of silence. */
const silenceMs = 60_000;
const longestMs = 180_000;
/** What is taken and not deleted is hurried less and less often: on a busy machine a prompt till may be late. */
const mostTakenFactor = 8;
/** What has come so often without the till being done with it is not going to be different the next time. */
const mostDeliveries = 12;

/** Waits until the till is done with all that was sent, or does nothing about it any more; answers with what it is not done with. */
export const settle = async (
  { till, clock, patienceMs }: World,
  posted: readonly Posted[],
  { from, lifecycles }: Followed,
): Promise<readonly Posted[]> => {
  const started = clock.now();
  const before = lifecyclesIn(till.traffic());
  const failedMs = leftAfterMs(before);
  const workMs = usual(before.map(takesMs));
  const aloneMs = Math.min(leftAloneMs, Math.max(leastAloneMs, aloneFactor * workMs));
  // Given once more it has the handle of a delivery that is none any more, so that it would never be done.
  const takenMs = Math.max(aloneMs, workMs, 2 * usual(before.map(deletesAfterMs)));
  const lost = new Set<string>();
  const hurried = new Map<string, readonly number[]>();
  const losesSome = hasLostOne(till.traffic(), started);
  const isHopeless = ({ messageId }: { readonly messageId: string }): boolean =>
    (lifecycles.get(messageId)?.deliveries.length ?? 0) >= mostDeliveries;
  let [busyAt, hopelessAt] = [started, started];
  const quietMs = patienceMs + (posted.some(({ step }) => step.results.includes('not answered')) ? silenceMs : 0);
  for (;;) {
    for (; from.n < till.mark(); from.n++) {
      const seen = till.traffic()[from.n];
      if (seen === undefined) continue;
      for (const receiptHandle of lostIn([seen])) lost.add(receiptHandle);
      for (const lifecycle of lifecycles.add(seen))
        if (isHopeless(lifecycle)) hopelessAt = Math.max(hopelessAt, lifecycle.deliveries.at(-1)?.at ?? 0);
        else busyAt = Math.max(busyAt, lastActAt(lifecycle));
    }
    const open = posted.filter(
      ({ messageId, ...one }) => !isDone({ messageId, ...one }, lifecycles.get(messageId), hurried, clock.now()),
    );
    // Where a result was lost for certain the next is not waited for as long, and one that is never taken not at all.
    const isOver = open.every((one) => isHopeless(one) || isVain(lifecycles.get(one.messageId), losesSome));
    const isQuiet =
      clock.now() - busyAt > (isOver ? retryMs : quietMs) &&
      // It may be about to end what it has just been given once more.
      clock.now() - hopelessAt > takenMs * mostTakenFactor;
    if (open.length === 0 || isQuiet || clock.now() - started > longestMs) return open;
    for (const { messageId, step } of open) {
      const lifecycle = lifecycles.get(messageId);
      if (lifecycle === undefined || isHopeless(lifecycle)) continue;
      const { callbacks, deletes } = lifecycle;
      const times = hurried.get(messageId) ?? [];
      // It can come already, and waits for the till to poll or for what is ahead of it in its group.
      if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) > (lifecycle.deliveries.at(-1)?.at ?? started)) continue;
      const handled = step.again === 'while it is handled' && times.length === 0;
      // What was received and not begun may wait for its turn, so that is hurried less and less often.
      const began = callbacks.length + deletes.length > 0;
      const lastAt = Math.max(...times, began ? lastActAt(lifecycle) : busyAt);
      const isTaken = acceptedOf(lifecycle) !== undefined;
      const dueMs = isTaken
        ? takenMs * Math.min(2 ** times.length, mostTakenFactor)
        : isLeft(lifecycle)
          ? failedMs
          : aloneMs * 2 ** times.length;
      const neverCame = lost.has(lifecycle.deliveries.at(-1)?.receiptHandle ?? '');
      if (handled || neverCame || clock.now() - lastAt > dueMs) {
        hurried.set(messageId, [...times, clock.now()]);
        till.expireVisibility(messageId);
      }
    }
    await till.act();
  }
};

/** No result of it was taken, and none is going to be: all were refused, or it is deleted. */
const isVain = (lifecycle: Lifecycle | undefined, losesSome: boolean): boolean =>
  lifecycle !== undefined &&
  acceptedOf(lifecycle) === undefined &&
  (isRefused(lifecycle) || (losesSome && lifecycle.callbacks.length > 0 && isDeleted(lifecycle)));

/** How long this till is at work on a message, when all goes well. */
const takesMs = ({ callbacks, deletes, deliveries }: Lifecycle): number => {
  const [delivery] = deliveries;
  const [deletion] = deletes;
  if (delivery === undefined || deliveries.length > 1 || callbacks.length !== 1) return 0;
  return deletion?.outcome === 'deleted' ? Math.max(0, deletion.at - delivery.at) : 0;
};

/** How long after the answer to its callback this till deletes a message, when all goes well. */
const deletesAfterMs = ({ callbacks, deletes, deliveries }: Lifecycle): number => {
  const [callback] = callbacks;
  const [deletion] = deletes;
  if (deliveries.length > 1 || callback === undefined || deletion?.outcome !== 'deleted') return 0;
  return Math.max(0, deletion.at - callback.answeredAt);
};

/** What nine of ten stay below. */
const usual = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? 0;

const isDone = (
  { messageId, step, deletions }: Posted,
  lifecycle: Lifecycle | undefined,
  hurried: ReadonlyMap<string, readonly number[]>,
  now: number,
): boolean => {
  if (lifecycle === undefined) return false;
  const deleted = deletedTimes(lifecycle);
  if (endsThere(step)) {
    // What becomes of such a message is the till's to choose; once it has come again the till has chosen.
    const asked = lifecycle.callbacks.length >= step.results.length;
    return asked && (deleted > 0 || now - (hurried.get(messageId)?.at(-1) ?? now) > leftAloneMs);
  }
  // A retry may be passed over in silence.
  const answered = acceptedOf(lifecycle) !== undefined || step.asks === 'order again';
  return answered && deleted >= deletions;
};

/** Handles of messages that the till never saw, since the answer to its poll did not reach it. */
export const lostIn = (traffic: readonly TillTraffic[]): ReadonlySet<string> =>
  new Set(
    ofKind(traffic, 'receive')
      .filter(isLost)
      .flatMap(({ messages }) => messages.map(({ receiptHandle }) => receiptHandle)),
  );

const isLost = ({ status }: TrafficOf<'receive'>): boolean => status < 200 || status >= 300;
