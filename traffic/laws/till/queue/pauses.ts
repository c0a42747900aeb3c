import { type Finding, isCommandKind } from '#schemas';
import type { TrafficOf } from '../../../till-traffic.ts';
import type { Stall } from '../../law.ts';
import { type Lifecycle, isAccepted } from '../../../ledgers/till/messages.ts';

/** Endpoints › Queue delivery › 4. */
export const waitSeconds = 20;
/** An open poll cannot be seen, and may take as long as this. */
const openPollMs = waitSeconds * 1000;
/** `continuously` has no number: a till may take a breath between two polls. */
export const pauseMs = 5_000;
/** After an error a client holds back for a while; the standard ones of SDKs end at 20 s. */
const backOffMs = 30_000;
/** After polls that fail in a row it holds back longer: twice as long each time, from 1 s, is 32 s after the sixth. */
export const recoveryMs = 45_000;
/** From an activation to the first poll: longer than a till takes to load what it needs, and than a poll that cannot be seen. */
export const unpolledMs = 45_000;

/** A time in which the till polled or worked. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** How long the till may rest afterwards. */
  readonly restMs: number;
  /** Something went wrong: a till that never comes back from it is charged there. */
  readonly troubled: boolean;
  /** A poll that was answered: whatever held it back before is over. */
  readonly resumes?: boolean;
  /** A poll that was answered and brought nothing to work on. */
  readonly empty?: boolean;
  /** What went wrong is a callback that was not taken, which is charged nowhere else. */
  readonly untaken?: boolean;
  /** The last call of it. */
  readonly exchange?: number | undefined;
}

export const startSpan = ({ at, exchange }: TrafficOf<'activation'>): Span => ({
  exchange,
  from: at,
  to: at,
  restMs: unpolledMs,
  troubled: false,
});

export const pollSpan = ({ at, endedAt, status, messages, partial, exchange }: TrafficOf<'receive'>): Span => {
  const troubled = status < 200 || status >= 300;
  return {
    from: at,
    to: endedAt,
    restMs: troubled ? recoveryMs : pauseMs,
    troubled,
    resumes: !troubled,
    empty: !troubled && partial !== true && messages.length === 0,
    exchange,
  };
};

/** What was done in a stall of ours is not known; a call that was not answered meanwhile may have been given up. */
export const stallSpan = ({ from, to }: Stall): Span => ({ from, to, restMs: backOffMs, troubled: false });

/** One for each time it worked on a message: between an answer and the delivery that comes after it nothing was done. */
export const workSpans = (lifecycle: Lifecycle): readonly Span[] => {
  const { deliveries, callbacks, deletes } = lifecycle;
  const acts = [...callbacks.map(({ answeredAt: at, exchange }) => ({ at, exchange })), ...deletes];
  const rest = restAfter(lifecycle);
  const began = deliveries.filter(({ at }, index) => {
    const { at: former = Number.NEGATIVE_INFINITY } = deliveries[index - 1] ?? {};
    return index === 0 || acts.some((act) => act.at < at && act.at >= former);
  });
  return began.map(({ at: from }, index) => {
    const until = began[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const own = [...deliveries, ...acts].filter(({ at }) => at >= from && at < until);
    const { at: to = from, exchange } = own.toSorted((one, other) => one.at - other.at).at(-1) ?? {};
    return { ...rest, from, to, exchange };
  });
};

const restAfter = (lifecycle: Lifecycle): Pick<Span, 'restMs' | 'troubled' | 'untaken'> => {
  const { messageKind, callbacks, deletes } = lifecycle;
  const faulted = deletes.some(({ outcome }) => outcome === 'faulted');
  // What becomes of a message of an unknown kind is the till's to choose, and a failed payment has no result; that it
  // polls on is not.
  const isResultless = messageKind === 'BillPaymentFailed' && callbacks.length === 0 && !faulted;
  if (!isKnownKind(lifecycle) || isResultless) return { restMs: backOffMs, troubled: false };
  const hadTrouble = callbacks.length === 0 || !callbacks.every(isAccepted) || faulted;
  return {
    restMs: hadTrouble ? backOffMs : pauseMs,
    troubled: hadTrouble && !isLeft(lifecycle),
    untaken: callbacks.some(isRefused) && !faulted,
  };
};

/** A message that was answered and comes again to a till that left it: it went on after whatever went wrong. */
const isLeft = ({ callbacks, deletes, deliveries }: Lifecycle): boolean => {
  const lastAt = deliveries.at(-1)?.at ?? 0;
  return (
    callbacks.length > 0 &&
    callbacks.every(({ answeredAt }) => answeredAt < lastAt) &&
    deletes.every(({ at }) => at < lastAt)
  );
};

export const isKnownKind = ({ messageKind }: Pick<Lifecycle, 'messageKind'>): boolean => isCommandKind(messageKind);

/** Rejected, answered with an error of the platform's or that there is no such message, or not answered at all. */
const isRefused = ({ status = 500 }: TrafficOf<'callback'>): boolean =>
  status >= 500 || status === 404 || status === 400;

/** What lets a till rest for longer than a breath. */
interface Hold {
  /** When the last that went wrong was over: a poll that began then and was answered ends it, whatever was done beside it. */
  readonly since: number;
  readonly until: number;
}

const heldBy = (hold: Hold | undefined, { from, to, restMs, resumes }: Span): Hold | undefined => {
  if (restMs > pauseMs)
    return { since: Math.max(hold?.since ?? to, to), until: Math.max(hold?.until ?? 0, to + restMs) };
  return resumes && hold !== undefined && from >= hold.since ? undefined : hold;
};

/** The longest time the till neither polled nor worked on what it had received, where that is too long. */
export const worstPause = (spans: readonly Span[], now: number): Finding | undefined => {
  let worst: { readonly ms: number; readonly finding: Finding } | undefined;
  let last: Span | undefined;
  let hold: Hold | undefined;
  const allowedMs = (after: Span): number => Math.max(pauseMs, (hold?.until ?? 0) - after.to);
  const rested = (after: Span, until: number, next?: Span): void => {
    const [ms, mostMs] = [until - after.to, allowedMs(after)];
    if (ms <= mostMs || ms <= (worst?.ms ?? 0)) return;
    const exchanges = [after.exchange, next?.exchange].filter((exchange) => exchange !== undefined);
    const finding = next === undefined && after.untaken === true ? stopped(ms, mostMs) : paused(ms, mostMs);
    worst = { ms, finding: { ...finding, exchanges } };
  };
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (last) rested(last, span.from, span);
    // A till that works beside its polls holds back from what went wrong with one, though that was over before the work was.
    if (last && span.to < last.to && span.troubled && span.to + span.restMs > last.to + allowedMs(last))
      last = { ...last, troubled: true };
    hold = heldBy(hold, span);
    // A poll and the work on what it brought may end at the same moment; what ended in the same millisecond did not come
    // after what went wrong.
    if (last === undefined || span.to > last.to || (span.to === last.to && !(last.troubled && !span.troubled)))
      last = span;
  }
  if (last && (!last.troubled || last.untaken)) rested(last, now - openPollMs);
  return worst?.finding;
};

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const stopped = (ms: number, mostMs: number) => ({
  expected: `the next poll within ${mostMs / 1000} s`,
  actual: `no poll for ${inSeconds(ms)}`,
  cause: 'stopped by a callback',
});

const paused = (ms: number, mostMs: number) => ({
  expected: `less than ${mostMs / 1000} s between two polls`,
  actual: `${inSeconds(ms)} without a poll, and nothing to work on`,
  cause: 'pause',
});
