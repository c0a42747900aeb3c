import type { TillTraffic, TrafficOf } from '#traffic';
import { deliveriesIn, isAccepted, isDeleted, lastActAt, lifecycleIn, lifecyclesIn, ofKind } from '#traffic/laws';
import type { Lifecycle } from '#traffic/laws';

/** What waiting needs of a world. */
export interface Waiting {
  readonly till: {
    traffic(): readonly TillTraffic[];
    mark(): number;
    next(
      kind: 'callback',
      options: {
        readonly from: number;
        readonly matches: (callback: TrafficOf<'callback'>) => boolean;
        readonly withinMs: number;
      },
    ): Promise<TrafficOf<'callback'> | undefined>;
  };
  readonly clock: { now(): number };
  readonly patienceMs: number;
  readonly outOfTime?: () => string | undefined;
}

/** The callback, or why a till that polls did not come to the message at all; neither: it kept silent. */
export interface Awaited {
  readonly callback?: TrafficOf<'callback'>;
  readonly busy?: string;
}

/**
 * `undeleted`: the till tried nothing to delete the last delivery. `undelivered`: it does not take it, or deletes it in
 * vain, which other requirements are about.
 */
export type Settled = 'settled' | 'unanswered' | 'undeleted' | 'undelivered';

/** How long what is said to be temporary, or to take no answer, may take. */
export const soonMs = 1_500;
/** After so long it is looked whether a message was deleted without a result. */
const firstLookMs = 6_000;

/** So many patiences a till may be at work on other messages: most have two or three before them when scenarios run together. */
const mostRounds = 6;

/**
 * No time is told in which a till answers, and one that works on a message at a time comes to this one after those before it:
 * patience begins with its delivery, and until then lasts as long as others are done.
 */
export const awaitCallback = async (
  world: Waiting,
  { messageId, messageKind }: { readonly messageId: string; readonly messageKind: string },
  from: number,
): Promise<Awaited> => {
  const { till, clock } = world;
  const startedAt = clock.now();
  const before = till.traffic();
  const known = { now: startedAt, patienceMs: world.patienceMs };
  // One that has stopped is given as long as one that deletes without a result.
  const patienceMs =
    hasStopped(before, known) || isGivingUp(before, { ...known, messageKind })
      ? Math.min(firstLookMs, world.patienceMs)
      : world.patienceMs;
  const matches = (callback: TrafficOf<'callback'>): boolean => callback.messageId === messageId;
  const next = async (withinMs: number) => await till.next('callback', { from, matches, withinMs });
  for (let round = 1; ; round++) {
    const mark = till.mark();
    const lookMs = Math.min(firstLookMs, patienceMs);
    const prompt = await next(lookMs);
    if (prompt !== undefined) return { callback: prompt };
    const own = lifecycleIn(till.traffic(), messageId);
    if (own !== undefined && isGivenUp(own, till.traffic(), clock.now())) return {};
    const callback = await next(patienceMs - lookMs);
    if (callback !== undefined) return { callback };
    const since = till.traffic().filter(({ n }) => n >= from);
    const delivery = deliveriesIn(since).find((one) => one.messageId === messageId);
    if (delivery !== undefined) {
      const late = await next(Math.max(0, delivery.at + patienceMs - clock.now()));
      return late === undefined ? {} : { callback: late };
    }
    const callbacks = ofKind(since, 'callback');
    // What the platform does not take comes again every 30 s. Why it is refused is charged where it is read.
    if (callbacks.length > 0 && !callbacks.some(isAccepted))
      return {
        busy: `the till was busy with earlier messages, and the platform accepted none of their ${callbacks.length} results`,
      };
    if (!getsOn(till.traffic(), mark)) return {};
    if (round === mostRounds || world.outOfTime?.() !== undefined)
      return {
        busy: `the till worked on other messages for ${Math.round((clock.now() - startedAt) / 1000)} s and did not reach this one`,
      };
  }
};

/** So many messages, one after the other, and as many patiences, are enough to know a till that has stopped. */
const mostUnanswered = 3;

/** It has answered before and receives messages still, of which it has answered none for longer than a minute's rest takes. */
const hasStopped = (
  traffic: readonly TillTraffic[],
  { now, patienceMs }: { readonly now: number; readonly patienceMs: number },
): boolean => {
  const last = traffic.findLast(({ kind }) => kind === 'callback');
  if (last === undefined || now - last.at < mostUnanswered * patienceMs) return false;
  const left = new Set(deliveriesIn(traffic).flatMap(({ messageId, at }) => (at > last.at ? [messageId] : [])));
  return left.size >= mostUnanswered;
};

/** So many of one kind, as long as others of it are answered. */
const mostOfAKind = 2;

/** It does not rest: it answers commands that came after the first of these, and of these, such as orders of several items, nothing comes. */
const isGivingUp = (
  traffic: readonly TillTraffic[],
  { now, patienceMs, messageKind }: { readonly now: number; readonly patienceMs: number; readonly messageKind: string },
): boolean => {
  const lifecycles = lifecyclesIn(traffic);
  const left = lifecycles.flatMap(({ deliveries: [first], callbacks, ...one }) =>
    one.messageKind === messageKind && callbacks.length === 0 && first && now - first.at >= patienceMs
      ? [first.at]
      : [],
  );
  return (
    left.length >= mostOfAKind &&
    lifecycles.some(
      ({ deliveries: [first], callbacks }) => callbacks.length > 0 && (first?.at ?? 0) > Math.min(...left),
    )
  );
};

/** What a till that deletes first and answers then is given at least, and as a multiple of the longest it has taken for a result. */
const [leastAfterMs, timesPace] = [5_000, 3];

/** Deleted without a result, and for so long that none is to come: whoever deletes a message has answered it. */
export const isGivenUp = (own: Lifecycle, traffic: readonly TillTraffic[], now: number): boolean => {
  if (own.callbacks.length > 0 || !isDeleted(own)) return false;
  const paces = lifecyclesIn(traffic).flatMap(({ deliveries: [first], callbacks: [result] }) =>
    first && result ? [result.at - first.at] : [],
  );
  return now - lastActAt(own) > Math.max(leastAfterMs, timesPace * Math.max(0, ...paces));
};

/** Since then a message was answered for the first time, or deleted; one that comes again and again is no progress. */
const getsOn = (traffic: readonly TillTraffic[], mark: number): boolean => {
  const before = new Set(ofKind(traffic, 'callback').flatMap(({ n, messageId }) => (n < mark ? [messageId] : [])));
  return traffic.some(
    (seen) =>
      seen.n >= mark &&
      ((seen.kind === 'delete' && seen.outcome === 'deleted') ||
        (seen.kind === 'callback' && !before.has(seen.messageId))),
  );
};

/** What became of a message; undefined as well where its turn has not come: a message of its group stays in front of it. */
export const workedOff = (traffic: readonly TillTraffic[], messageId: string): Lifecycle | undefined => {
  const own = lifecycleIn(traffic, messageId);
  const isInFront = (one: Lifecycle) => own && one.groupId === own.groupId && one.place < own.place && !isDeleted(one);
  return lifecyclesIn(traffic).some(isInFront) ? undefined : own;
};
