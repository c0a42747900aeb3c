import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { type Lifecycle, type Lifecycles, isAccepted } from './messages.ts';
import { onceEach } from './once-each.ts';

/** A call, and the messages that it is about, as they are now. */
export interface CallStep {
  readonly seen: TillTraffic;
  readonly about: readonly Lifecycle[];
}

/** How a till goes about its messages: what excuses it in one place is told in another. */
export const createHabits = (lifecycles: Lifecycles) => {
  let [activatedAt, isWatched, hasMissed] = [0, false, false];
  let [goesAstray, deletesEarly, mayHaveDeleted] = [false, false, false];
  const answered = new Set<string>();
  const learn = (seen: TillTraffic): CallStep => {
    const about = lifecycles.add(seen);
    if (seen.kind === 'activation' && seen.success) activatedAt = seen.at;
    if (seen.kind === 'receive') isWatched = true;
    if (seen.kind === 'receive' && seen.partial === true) hasMissed = true;
    if (seen.kind === 'callback' && isAccepted(seen)) answered.add(seen.messageKind);
    if (seen.kind === 'delete') mayHaveDeleted ||= seen.outcome === 'invalid' || seen.messageId === undefined;
    goesAstray ||= isAstray(seen, about[0]);
    deletesEarly ||= about.some(isDeletedEarly);
    return { seen, about };
  };
  return {
    see: onceEach(learn),
    activatedAt: () => activatedAt,
    /** The queue was watched all the time, so that each message is known. */
    knowsAll: () => isWatched && !hasMissed && !lifecycles.hasForgotten(),
    /** A poll was not kept whole: the till may be at work on a message nobody knows. */
    hasMissed: () => hasMissed,
    /** A result that was taken was of this kind. */
    answers: (messageKind: string) => answered.has(messageKind),
    /** A result went to no message that is known, or to one that has its result. */
    goesAstray: () => goesAstray,
    /** A message was deleted before its result was answered. */
    deletesEarly: () => deletesEarly,
    /** It deleted with a handle of no delivery, or nobody kept with which: that may have been any message. */
    mayHaveDeleted: () => mayHaveDeleted,
  };
};

/** It looks like a result and goes to no callback address. */
export const isElsewhere = (seen: TillTraffic): seen is TrafficOf<'unknown-path'> =>
  seen.kind === 'unknown-path' && seen.path.includes('/async/');

/** More results than deliveries: one that may not have arrived is sent again, by whatever right. */
export const isSurplus = ({ callbacks, deliveries }: Lifecycle): boolean =>
  callbacks.every(isAccepted) && callbacks.length > deliveries.length;

const isAstray = (seen: TillTraffic, message: Lifecycle | undefined): boolean =>
  seen.kind === 'callback' ? message?.messageKind !== seen.messageKind || isSurplus(message) : isElsewhere(seen);

/** Within one millisecond the order of the stream tells: who waits for the answer deletes after it. */
export const waitedFor = (callback: TrafficOf<'callback'>, deletion: TrafficOf<'delete'>): boolean =>
  deletion.at > callback.answeredAt || (deletion.at === callback.answeredAt && deletion.n > callback.n);

/**
 * Whether a message was deleted before its result was answered, so that what becomes of it then follows from that. A duplicate may be
 * deleted at once. Where there was no answer at all nobody sees from here when the till gave up waiting.
 */
export const isDeletedEarly = ({ callbacks: [callback], deletes: [deletion] }: Lifecycle): boolean =>
  callback?.status !== undefined && deletion !== undefined && !waitedFor(callback, deletion);

/** Whether the till has deleted a command as it has to, so that what it does to another message is about that one. */
export const hasDeletedWell = (lifecycles: Iterable<Lifecycle>): boolean =>
  [...lifecycles].some(({ messageKind, callbacks, deletes: [first] }) => {
    const callback = callbacks.find(isAccepted);
    return (
      messageKind !== 'Test' && callback !== undefined && first?.outcome === 'deleted' && waitedFor(callback, first)
    );
  });
