import type { Clock } from '#mocks/time';
import type { Config, Effort, PosRequirementId, ReplayPlan, RequirementId } from '#schemas';
import type { PosScenario, PosTriggerInputs, PosWorld, TillPort, TriggerPort } from '#scenarios';
import type { Observe } from './observations.ts';
import type { CheckCollector } from '../verdicts/check-collector.ts';

/** What every world of a POS run is made from. */
export interface PosRun {
  readonly config: Config;
  readonly till: TillPort;
  readonly triggers: TriggerPort<PosTriggerInputs>;
  /** Shorter once the till is known to be gone. */
  readonly patienceMs: () => number;
  readonly healthIntervalMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly effort: Effort;
  readonly replay?: ReplayPlan;
  readonly observe: Observe;
  readonly progress: (scenario: string, text: string) => void;
  /** Whether a check of this requirement belongs in the run. */
  readonly inScope: (requirement: RequirementId) => boolean;
}

const claimable = [
  'STATION',
  'KIOSK',
  'PICKUP',
  'DELIVERY',
  'prepaid',
  'postpaid',
  'listings',
  'events',
  'tips',
] as const;

/** The world of one scenario. Its checks go to the collector, and only those it covers may. */
export const createPosWorld = (run: PosRun, scenario: PosScenario, checks: CheckCollector): PosWorld => {
  const { config } = run;
  const claimed = config.capabilities?.pos ?? {};
  const claims = Object.fromEntries(claimable.map((name) => [name, claimed[name] !== false]));
  return {
    scenario: scenario.id,
    till: run.till,
    triggers: run.triggers,
    fixtures: config.pos?.fixtures ?? {},
    claims: claims as PosWorld['claims'],
    get patienceMs() {
      return run.patienceMs();
    },
    healthIntervalMs: run.healthIntervalMs,
    clock: run.clock,
    signal: run.signal,
    seed: run.seed,
    effort: run.effort,
    ...(run.replay !== undefined && { replay: run.replay }),
    assumed: (id) => config.assumptions?.[id],
    observe: run.observe,
    check: (id: PosRequirementId, outcome) => {
      if (!scenario.covers.includes(id)) throw new Error(`${scenario.id} reported on ${id}, which it does not cover`);
      if (run.inScope(id)) checks.report({ requirement: id, by: 'scenario', outcome });
    },
    unprovoked: (id, outcome) => {
      if (!scenario.provokes.includes(id)) throw new Error(`${scenario.id} told of ${id}, which it does not provoke`);
      if (outcome.status === 'not-exercised' && run.inScope(id))
        checks.report({ requirement: id, by: 'scenario', outcome });
    },
    progress: (text) => run.progress(scenario.id, text),
  };
};
