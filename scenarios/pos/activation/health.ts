import type { CheckOutcome } from '#schemas';
import { activationIn, inactive } from '../../arrange/till/active-till.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';

const covers = ['health/after-activation', 'health/heartbeat'] as const;
type World = PosWorld<(typeof covers)[number]>;

/** `immediately` has no number; this long after is not, whatever the interval. */
const atOnceMs = 10_000;

export default definePosScenario({
  id: 'pos/health',
  title: 'The till reports its health at once and again and again',
  phase: 'meanwhile',
  needs: ['triggers.activatePos'],
  covers,
  async run(world) {
    const activation = activationIn(world.till.traffic());
    if (activation === undefined) return notExercised('the till was never activated', 'triggers.activatePos');
    const first = await firstReport(world, activation);
    // A till that does nothing at all need not be waited for a whole interval.
    const blocked = first ? undefined : await inactive(world);
    if (blocked) return blocked;
    world.check('health/after-activation', promptness(world, activation, first));
    world.check('health/heartbeat', await heartbeat(world, activation, first));
  },
});

const limitOf = ({ healthIntervalMs }: World): number => Math.min(atOnceMs, healthIntervalMs / 2);

const firstReport = async (world: World, activation: TrafficOf<'activation'>) => {
  const withinMs = Math.max(0, activation.at + limitOf(world) - world.clock.now());
  return await world.till.next('health', { from: activation.n, withinMs });
};

const promptness = (
  world: World,
  activation: TrafficOf<'activation'>,
  report: TrafficOf<'health'> | undefined,
): CheckOutcome => {
  const limitMs = limitOf(world);
  if (report && report.at - activation.at <= limitMs) return passed;
  return failed({
    message: 'The till did not report its health after it was activated; send the first report with the activation.',
    expected: `a health report within ${seconds(limitMs)} after the activation`,
    actual: report
      ? `the first came after ${seconds(report.at - activation.at)}`
      : `none${strayed(world, activation.n)}`,
    exchanges: [activation.exchange, ...(report ? [report.exchange] : [])],
    cause: 'no first report',
  });
};

/** The interval is a till's own choice (assume/health-path-and-interval): three of the configured ones say it has none. */
const patientIntervals = 3;
/** Two reports may come from two places in a till; with the third it is a heartbeat. */
const repeats = 2;

const heartbeat = async (
  world: World,
  activation: TrafficOf<'activation'>,
  first: TrafficOf<'health'> | undefined,
): Promise<CheckOutcome> => {
  const { till, clock, healthIntervalMs } = world;
  const limitMs = healthIntervalMs * patientIntervals;
  let last: TrafficOf<'health' | 'activation'> = first ?? activation;
  // A late first report is another requirement's; the beat is counted from when that report was due.
  let since = first?.at ?? activation.at + limitOf(world);
  for (let count = 0; count < repeats; count++) {
    world.progress('waiting for the next health report');
    const withinMs = Math.max(0, since + limitMs - clock.now());
    const next = await till.next('health', { from: last.n + 1, withinMs });
    if (next === undefined) return stopped(world, last, limitMs);
    last = next;
    since = next.at;
  }
  return passed;
};

const stopped = (world: World, last: TrafficOf<'health' | 'activation'>, limitMs: number): CheckOutcome =>
  failed({
    message:
      'The till did not repeat its health report; send it at regular intervals, or the platform takes the till for dead.',
    expected: `another report within ${seconds(limitMs)} (three times platform.timing.healthInterval)`,
    actual: `none${strayed(world, last.n)}`,
    exchanges: [last.exchange],
    cause: 'no heartbeat',
  });

/** The path is an assumption, so a call that went elsewhere may be the report. */
const strayed = ({ till }: World, from: number): string => {
  const stray = till.traffic().find((seen) => seen.n >= from && seen.kind === 'unknown-path');
  return stray?.kind === 'unknown-path'
    ? `; a call went to the unknown path ${stray.path} (platform.paths.health says where reports go)`
    : '';
};

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
