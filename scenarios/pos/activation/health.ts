import { harmless, requireActive, requirePolling } from '../../arrange/till/active-till.ts';
import { afterRefusalMs, ofKind, reportsOfHeartbeat } from '#traffic/laws';
import type { TillTraffic } from '../../context/pos.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { definePosScenario } from '../../define.ts';

/** A till that begins anew all the time is not waited for for ever. */
const mostWaitedFor = 12;
/** The interval is a till's own choice (assume/health-path-and-interval): three of the configured ones say it has none. */
const patientIntervals = 3;

export default definePosScenario({
  id: 'pos/health',
  title: 'The till reports its health at once and again and again',
  phase: 'meanwhile',
  needs: ['triggers.activatePos'],
  covers: [],
  provokes: ['health/after-activation', 'health/heartbeat'],
  /** The run goes on until there was time for it. */
  async run(world) {
    const { till, clock, healthIntervalMs } = world;
    const activation = requireActive(world);
    const next = async (from: number, withinMs: number) => {
      world.progress('waiting for the next health report');
      return await till.next('health', { from, withinMs: Math.max(0, withinMs) });
    };
    const firstMs = Math.min(10_000, healthIntervalMs / 2);
    let report = await next(activation.n, activation.at + firstMs - clock.now());
    // A till that does nothing at all need not be waited for a whole interval.
    if (report === undefined) await requirePolling(world);
    // Whoever sends at regular intervals sends the next one all the same.
    if (report) till.answerHealth([{ status: 503 }]);
    for (let waited = 0; waited < mostWaitedFor && sinceActivation(till.traffic()) < reportsOfHeartbeat; waited++) {
      const from = report === undefined ? activation.n : report.n + 1;
      const usualMs = patientIntervals * healthIntervalMs;
      const isRefused = report !== undefined && report.status >= 500;
      report = await next(from, (isRefused ? Math.max(usualMs, afterRefusalMs) : usualMs) + 1);
      if (report === undefined) {
        // That none came is told of a till that is seen alive by then; an open poll cannot be seen.
        await ask(world, harmless(world));
        return;
      }
      // Activated meanwhile it begins anew, whatever a refusal had done to it.
      if (isRefused && sinceActivation(till.traffic()) === 1) till.answerHealth([{ status: 503 }]);
    }
  },
});

/** How many reports came since it was last activated: one comes with every activation, however few come otherwise. */
const sinceActivation = (traffic: readonly TillTraffic[]): number => {
  const last = traffic.findLastIndex((seen) => seen.kind === 'activation' && seen.success);
  return ofKind(traffic.slice(last + 1), 'health').length;
};
