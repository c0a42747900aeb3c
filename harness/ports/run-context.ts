import type { Clock } from '#mocks/time';
import type { Config, Effort, JournalEvent, ReplayPlan, RequirementId } from '#schemas';
import type { DrawingWorld, Scenario } from '#scenarios';
import type { Redactor } from '#traffic';
import { milliseconds } from '../config/timing.ts';
import type { AttemptUnderWay } from './attempt-under-way.ts';
import type { CheckCollector } from '../verdicts/check-collector.ts';
import { type Said, saidBy, sleepWithProgress } from './wait-with-progress.ts';
import type { Observe } from './observations.ts';

/** What everything in a run shares, whoever is certified. */
export interface RunContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly effort: Effort;
  readonly replay?: ReplayPlan | undefined;
  /** The first scenario, on whose account goes what comes before any. */
  readonly first: string;
  /** Takes what happens to the journal. */
  readonly emit: (event: JournalEvent) => void;
  readonly redactor: Redactor;
  readonly observe: Observe;
  readonly progress: (scenario: string, text: string) => void;
  /** Whether a check of this requirement belongs in the run. */
  readonly inScope: (requirement: RequirementId) => boolean;
}

const attemptsWithinMs = ({ attempts }: Config): number | undefined =>
  attempts?.within === undefined ? undefined : milliseconds(attempts.within);

/** The part of a scenario's world that every party has. Its checks go to the collector, and only those it covers may. */
export const commonWorld = (
  run: RunContext,
  { id: scenario, covers, provokes }: Scenario,
  checks: Pick<CheckCollector, 'report'>,
  underWay?: AttemptUnderWay,
  said: Said = saidBy((text) => run.progress(scenario, text)),
): DrawingWorld<RequirementId> => ({
  scenario,
  clock: sleepWithProgress(run.clock, said.waiting),
  signal: run.signal,
  seed: run.seed,
  effort: run.effort,
  ...(run.replay !== undefined && { replay: run.replay }),
  attemptsWithinMs: attemptsWithinMs(run.config),
  attempted: (property, made, planned, levels) =>
    run.emit({ event: 'attempted', scenario, property, made, planned, ...(levels && { levels }) }),
  replayed: (property, { status, ...told }) =>
    run.emit({
      event: 'replayed',
      scenario,
      property,
      ...('reason' in told && { reason: told.reason }),
      came: status === 'not-exercised' ? 'unmet' : status === 'passed' ? 'held' : 'failed',
    }),
  ...(underWay && { attempting: (attempt) => underWay.turnTo(attempt, provokes) }),
  assumed: (id) => run.config.assumptions?.[id],
  observe: run.observe,
  check: (id, outcome) => {
    if (!covers.some((covered) => covered === id))
      throw new Error(`${scenario} reported on ${id}, which it does not cover`);
    if (run.inScope(id)) checks.report({ requirement: id, by: 'scenario', outcome });
  },
  unprovoked: (id, outcome) => {
    if (!provokes.some((provoked) => provoked === id))
      throw new Error(`${scenario} reported ${id}, which it does not provoke`);
    if (outcome.status === 'not-exercised' && run.inScope(id))
      checks.report({ requirement: id, by: 'scenario', outcome });
  },
  progress: said.at,
  leaves: (what) => run.emit({ event: 'used-up', what }),
});
