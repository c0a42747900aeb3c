import type { Finding, Judgement } from '#schemas';
import type { TrafficOf } from '../../../till-traffic.ts';
import { failed, notExercised, passed } from '../../define.ts';
import type { PosLaw } from '../../law.ts';
import { sinceActivation } from '../../since-activation.ts';
import {
  type Lifecycle,
  type Lifecycles,
  isAccepted,
  isDeleted,
  lastActAt,
  visibilityMs,
} from '../../../ledgers/till/messages.ts';
import {
  isKnownKind,
  pauseMs,
  pollSpan,
  type Span,
  stallSpan,
  startSpan,
  unpolledMs,
  waitSeconds,
  workSpans,
  worstPause,
} from './pauses.ts';

const id = 'queue/long-polling';

/** More polls than a certification has; a platform may run for weeks. */
const mostPolls = 20_000;

/**
 * Endpoints › Queue delivery › 4: polls all the time with the long wait, to the end of the stream. A till that never polled
 * at all is told so where it is activated, since an open poll cannot be seen.
 */
export const longPolling: PosLaw = {
  id: 'queue/long-polling',
  covers: [id],
  start: sinceActivation([id], ({ lifecycles, till: { habits } }, activation) => {
    let polls: Span[] = [startSpan(activation)];
    let hasPolled = false;
    let refusedAt: number | undefined;
    let charged = false;
    /** Activated once more, and no poll has begun since. */
    let renewed: TrafficOf<'activation'> | undefined;
    let stalledUntil = activation.at;
    const unpolledBy = (now: number): readonly Judgement[] => {
      if (renewed === undefined || !hasPolled || charged) return [];
      if (now - Math.max(renewed.at, stalledUntil) <= unpolledMs) return [];
      charged = true;
      return [failed(id, neverSince(renewed, now))];
    };
    const pauseBy = (now: number): readonly Judgement[] => {
      if (!hasPolled || charged || habits.hasMissed()) return [];
      // Of the work that was forgotten nobody knows how long it took.
      const known = lifecycles.hasForgotten() ? polls.slice(-2) : polls;
      const pause = worstPause([...known, ...[...lifecycles.all()].flatMap(workSpans)], now);
      charged = pause !== undefined;
      return pause === undefined ? [] : [failed(id, pause)];
    };
    /** Whether it did nothing for longer than a breath; as long as it may be at work on a message nobody can tell. */
    const isQuiet = (now: number, before = Number.POSITIVE_INFINITY): boolean =>
      now - (polls.at(-1)?.to ?? now) > pauseMs && !isAtWork(lifecycles, { now, before, poll: polls.at(-1) });
    return {
      see(seen) {
        habits.see(seen);
        // Activated anew it begins anew; refused then, it may have nothing to poll with until it is.
        if (seen.kind === 'activation') {
          const from = refusedAt ?? seen.at;
          polls.push({ ...startSpan(seen), from, troubled: !seen.success });
          refusedAt = seen.success ? undefined : from;
          renewed = seen.success ? { ...seen, body: undefined } : undefined;
        }
        if (seen.kind !== 'receive') return [];
        if (renewed !== undefined && seen.at >= renewed.at) renewed = undefined;
        hasPolled = true;
        const paused = isQuiet(seen.at, seen.n);
        polls.push(pollSpan(seen));
        if (polls.length > mostPolls) polls = polls.slice(-mostPolls / 2);
        return [...waitOf(seen), ...(paused ? pauseBy(seen.endedAt) : [])];
      },
      stalled(stall) {
        polls.push(stallSpan(stall));
        stalledUntil = Math.max(stalledUntil, stall.to);
      },
      at: (now) => [...unpolledBy(now), ...(isQuiet(now - waitSeconds * 1000) ? pauseBy(now) : [])],
      end: (now) => [
        ...unpolledBy(now),
        ...pauseBy(now),
        notExercised(id, 'the till was activated but never polled its queue'),
      ],
    };
  }),
};

/** A poll that a queue fault hit was sent with its wait time all the same. */
const waitOf = ({ waitSeconds: asked, partial, exchange }: TrafficOf<'receive'>): readonly Judgement[] => {
  if (asked === undefined && partial === true) return [];
  if (asked === waitSeconds) return [passed(id)];
  const finding = {
    expected: `WaitTimeSeconds ${waitSeconds}`,
    actual: asked === undefined ? 'no WaitTimeSeconds' : `WaitTimeSeconds ${asked}`,
    exchanges: [exchange],
    cause: 'wait time',
  };
  return [failed(id, finding)];
};

/** What the poll before brought may be left undone, so that no work ends from which on a pause could be counted. */
const neverSince = ({ at, exchange }: TrafficOf<'activation'>, now: number): Finding => ({
  expected: 'ReceiveMessage after the activation',
  actual: `none for ${Math.round((now - at) / 1000)} s`,
  exchanges: [exchange],
  cause: 'no poll after another activation',
});

interface Rest {
  readonly now: number;
  /** The poll that ended it, by its place in the traffic. */
  readonly before: number;
  /** The one that it came after. */
  readonly poll: Span | undefined;
}

/** What it was given before a poll began. What nobody took and is visible again is in nobody's hands any more. */
const isAtWork = (lifecycles: Lifecycles, { now, before, poll }: Rest): boolean =>
  [...lifecycles.all()].some(
    (lifecycle) =>
      isKnownKind(lifecycle) &&
      !isDeleted(lifecycle) &&
      lifecycle.deliveries.some(({ n }) => n < before) &&
      !(isAnswered(lifecycle) && (now - lastActAt(lifecycle) > visibilityMs || isPolledPast(lifecycle, poll))),
  );

/** Its result was taken, the till went on without deleting it, and what kept it from nothing then came to nothing new. */
const isPolledPast = (lifecycle: Lifecycle, poll: Span | undefined): boolean =>
  poll?.empty === true && lastActAt(lifecycle) < poll.from && lifecycle.callbacks.some(isAccepted);

/** A failed payment has no result. */
const isAnswered = ({ callbacks, messageKind }: Lifecycle): boolean =>
  callbacks.length > 0 || messageKind === 'BillPaymentFailed';
