import { activationIn, harmless, inactive } from '../../arrange/till/active-till.ts';
import { afterRefusalMs } from '#traffic/laws';
import { ask } from '../../arrange/till/command-answer.ts';
import { definePosScenario } from '../../define.ts';
import { notExercised } from '../../outcome.ts';

/** The first report is due at once, the second is refused, and with the third it is a heartbeat. */
const reports = 3;
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
    const activation = activationIn(till.traffic());
    if (activation === undefined) return notExercised('the till was never activated', 'triggers.activatePos');
    let from = activation.n;
    for (let count = 0; count < reports; count++) {
      world.progress('waiting for the next health report');
      const withinMs = Math.max(
        0,
        (count === 0 ? activation.at : clock.now()) + limitOf(count, healthIntervalMs) - clock.now(),
      );
      const report = await till.next('health', { from, withinMs });
      // A till that does nothing at all need not be waited for a whole interval.
      const blocked = report === undefined && count === 0 ? await inactive(world) : undefined;
      if (blocked) return blocked;
      from = report === undefined ? from : report.n + 1;
      if (report === undefined && count > 0) {
        // That none came is told of a till that is seen alive by then; an open poll cannot be seen.
        await ask(world, harmless(world));
        return undefined;
      }
      // Whoever sends at regular intervals sends the next one all the same.
      if (count === 0 && report !== undefined) till.answerHealth([{ status: 503 }]);
    }
    return undefined;
  },
});

const limitOf = (count: number, healthIntervalMs: number): number => {
  if (count === 0) return Math.min(10_000, healthIntervalMs / 2);
  return Math.max(patientIntervals * healthIntervalMs, count === 1 ? 0 : afterRefusalMs) + 1;
};
