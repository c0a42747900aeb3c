import type { Finding } from '#schemas';
import type { TillTraffic, TrafficOf } from './pos-world.ts';
import { handlingsIn, isAccepted, lastActAt, ofKind } from './pos-traffic.ts';

/** Endpoints › Queue delivery › 4. */
const waitSeconds = 20;
/** `continuously` has no number: a till may take a breath between two polls. */
const pauseMs = 5_000;
/** After an error a client holds back for a while; the standard ones of SDKs end at 20 s. */
const backOffMs = 30_000;
/** From activation to the first poll. */
const startMs = 15_000;

/** Polls that do not wait as long as they have to. A poll that a queue fault hit was sent with its wait time all the same. */
export const wrongWait = (traffic: readonly TillTraffic[]): readonly Finding[] =>
  ofKind(traffic, 'receive')
    .filter((poll) => poll.waitSeconds !== waitSeconds)
    .map((poll) => ({
      message: 'The till polled its queue without the long wait; set WaitTimeSeconds to 20 in every ReceiveMessage.',
      expected: `WaitTimeSeconds ${waitSeconds}`,
      actual: poll.waitSeconds === undefined ? 'no WaitTimeSeconds' : `WaitTimeSeconds ${poll.waitSeconds}`,
      cause: 'wait time',
    }));

interface Span {
  readonly from: number;
  readonly to: number;
  /** How long the till may rest afterwards. */
  readonly restMs: number;
}

/** The longest time the till neither polled nor worked on what it had received, where that is too long. */
export const pausedPolling = (
  traffic: readonly TillTraffic[],
  activation: TrafficOf<'activation'>,
  now: number,
): Finding | undefined => {
  const start: Span = { from: activation.at, to: activation.at, restMs: startMs };
  // An open poll cannot be seen: the last span goes on for as long as one may take.
  const gaps = gapsBetween([start, ...pollsIn(traffic), ...workIn(traffic)], now - waitSeconds * 1000);
  const worst = gaps.toSorted((a, b) => b.ms - a.ms)[0];
  return (
    worst && {
      message:
        'The till paused between two polls of its queue; ask for messages again as soon as the last ones are handled, all the time while the integration is active.',
      expected: `less than ${worst.allowedMs / 1000} s between two polls`,
      actual: `${(worst.ms / 1000).toFixed(1)} s without a poll, and nothing to work on`,
      cause: 'pause',
    }
  );
};

const pollsIn = (traffic: readonly TillTraffic[]): readonly Span[] =>
  ofKind(traffic, 'receive').map(({ at, endedAt, status }) => ({
    from: at,
    to: endedAt,
    restMs: status >= 200 && status < 300 ? pauseMs : backOffMs,
  }));

const workIn = (traffic: readonly TillTraffic[]): readonly Span[] =>
  handlingsIn(traffic).map((handling) => ({
    from: handling.deliveries[0]?.at ?? 0,
    to: lastActAt(handling),
    restMs:
      handling.callbacks.every(isAccepted) && handling.deletes.every(({ outcome }) => outcome !== 'faulted')
        ? pauseMs
        : backOffMs,
  }));

const gapsBetween = (spans: readonly Span[], end: number) => {
  const gaps: { readonly ms: number; readonly allowedMs: number }[] = [];
  let covered: { readonly to: number; readonly restMs: number } | undefined;
  for (const { from, to, restMs } of [
    ...spans.toSorted((a, b) => a.from - b.from),
    { from: end, to: end, restMs: 0 },
  ]) {
    if (covered && from - covered.to > covered.restMs) gaps.push({ ms: from - covered.to, allowedMs: covered.restMs });
    if (covered === undefined || to > covered.to) covered = { to, restMs: Math.max(restMs, leftOf(covered, to)) };
  }
  return gaps;
};

/** What is left of an earlier allowance to rest when a later span ends. */
const leftOf = (covered: { readonly to: number; readonly restMs: number } | undefined, to: number): number =>
  covered ? covered.to + covered.restMs - to : 0;
