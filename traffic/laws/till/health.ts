import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { failed, passed, notExercised } from '../define.ts';
import type { PosLaw } from '../law.ts';
import { sinceActivation } from '../since-activation.ts';

const covers = ['health/after-activation', 'health/heartbeat'] as const;

/** `immediately` has no number; this long after is not, whatever the interval. */
const atOnceMs = 10_000;
/** The interval is a till's own choice (assume/health-path-and-interval): three of the configured ones say it has none. */
const patientIntervals = 3;
/** Whoever is told that the platform is out of order may wait a while, though no longer than a minute. */
export const afterRefusalMs = 60_000;
/** Two reports may come from two places in a till; with the third since an activation it is a heartbeat. */
export const reportsOfHeartbeat = 3;

/** How long after an activation a report is that of the activation. */
export const promptReportMs = (healthIntervalMs: number): number => Math.min(atOnceMs, healthIntervalMs / 2);

/** Events: ReportPosHealth is sent right after activation and at regular intervals, to the end of the stream. */
export const healthReports: PosLaw = {
  id: 'till/health',
  covers,
  start: sinceActivation(covers, ({ healthIntervalMs }, activation) => {
    const promptMs = promptReportMs(healthIntervalMs);
    const usualMs = healthIntervalMs * patientIntervals;
    let stray: TrafficOf<'unknown-path'> | undefined;
    let last: TrafficOf<'health'> | undefined;
    /** Since which no report has come. */
    let awaited: TrafficOf<'activation'> | undefined = activation;
    let [count, isAlive, wasLate, stopped] = [0, false, false, false];
    /** Of ours, since the last report: so much later than it came it may have been seen. */
    let stalledMs = 0;
    /** The beat begins anew as the till is up again; what was missing before it was killed stays missing. */
    let [upAt, isDue] = [0, false];
    // A late first report is another requirement's; the beat is counted from when that report was due.
    const since = (): number => Math.max(last?.at ?? activation.at + promptMs, upAt) + stalledMs;
    const isMissing = (now: number, limitMs = limitNow()): boolean => !stopped && (isDue || now - since() > limitMs);
    const limitNow = (): number => (wasRefused(last) ? Math.max(usualMs, afterRefusalMs) : usualMs);
    const isLate = (now: number): boolean =>
      awaited !== undefined && !wasLate && now - awaited.at > promptMs + stalledMs;

    const late = (report?: TrafficOf<'health'>): readonly Judgement[] => {
      wasLate = true;
      const after = awaited ?? activation;
      return [
        failed('health/after-activation', {
          expected: `a health report within ${seconds(promptMs)} after the activation`,
          actual: report ? `the first came after ${seconds(report.at - after.at)}` : `none${strayed(stray)}`,
          exchanges: [after.exchange, ...(report ? [report.exchange] : [])],
          cause: after === activation ? 'no first report' : 'no report after another activation',
        }),
      ];
    };
    const stop = (next?: TrafficOf<'health'>): readonly Judgement[] => {
      stopped = true;
      isDue = false;
      awaited = undefined;
      return [failed('health/heartbeat', noHeartbeat(last ?? activation, limitNow(), stray, next))];
    };
    /**
     * A till that does nothing at all was not activated by its success, which others are about. While the stream goes on a report that
     * is late may still come, and is told as that.
     */
    const dueBy = (now: number, mayBeLate = true): readonly Judgement[] => {
      if (!isAlive) return [];
      // With a later activation whoever beats as fast as that has sent it; until the next report it may have stopped reporting.
      const said = awaited === activation && isLate(now) ? late() : [];
      return [...said, ...(isMissing(now, (mayBeLate ? 2 : 1) * limitNow()) ? stop() : [])];
    };
    return {
      see(seen) {
        isAlive ||= isOfQueue(seen) || seen.kind === 'health';
        if (seen.kind === 'unknown-path') stray ??= seen;
        // A till that let go of what it had for a new activation has nothing to report until one succeeds.
        if (seen.kind === 'activation' && !seen.success) stopped = true;
        if (seen.kind === 'activation' && seen.success) {
          // The report that comes with it is no beat.
          count = 0;
          if (!stopped && last !== undefined) awaited = { ...seen, body: undefined };
        }
        if (seen.kind !== 'health') return [];
        const said = awaited === undefined ? [] : isLate(seen.at) ? late(seen) : wasLate ? [] : [prompt];
        awaited = undefined;
        const missed = isMissing(seen.at) ? stop(seen) : [];
        last = seen;
        stalledMs = 0;
        stray = undefined;
        count++;
        stopped &&= missed.length > 0;
        return [...said, ...missed, ...(count >= reportsOfHeartbeat ? [beat] : [])];
      },
      at: dueBy,
      stalled({ from, to, restart }) {
        if (restart !== true) {
          stalledMs += to - from;
          return;
        }
        isDue = isAlive && isMissing(from);
        [upAt, stalledMs] = [to, 0];
        // Whoever is killed may have been about to send it.
        if (awaited !== activation) awaited = undefined;
      },
      end: (now) => [
        ...dueBy(now, false),
        ...(isAlive && !stopped && isLate(now) ? late() : []),
        ...covers.map((id) =>
          notExercised(id, isAlive ? 'the run was over too soon' : 'the till was activated but never polled its queue'),
        ),
      ],
    };
  }),
};

const prompt = passed('health/after-activation');
const beat = passed('health/heartbeat');

const wasRefused = (last: TrafficOf<'health' | 'activation'> | undefined): boolean =>
  last?.kind === 'health' && last.status >= 500;

const isOfQueue = ({ kind }: TillTraffic): boolean => kind === 'receive' || kind === 'delete' || kind === 'callback';

const noHeartbeat = (
  last: TrafficOf<'health' | 'activation'>,
  limitMs: number,
  stray: TrafficOf<'unknown-path'> | undefined,
  next: TrafficOf<'health'> | undefined,
): Finding => ({
  expected: `another report within ${seconds(limitMs)}${wasRefused(last) ? '' : ' (three times platform.timing.healthInterval)'}`,
  actual: next ? `the next came after ${seconds(next.at - last.at)}` : `none${strayed(stray)}`,
  exchanges: [last.exchange, ...(next ? [next.exchange] : [])],
  cause: next ? 'late heartbeat' : 'no heartbeat',
});

/** The path is an assumption, so a call that went elsewhere may be the report. */
const strayed = (stray: TrafficOf<'unknown-path'> | undefined): string =>
  stray === undefined
    ? ''
    : `; a call went to the unknown path ${stray.path}: send reports to the path in platform.paths.health`;

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
