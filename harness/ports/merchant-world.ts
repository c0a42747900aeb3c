import type { Clock } from '#mocks/time';
import type { AssumptionId, Config, Effort, MerchantRequirementId, ReplayPlan, RequirementId } from '#schemas';
import type {
  BasketPool,
  MerchantScenario,
  MerchantTriggerInputs,
  MerchantWorld,
  ReceivingPlatform,
  TriggerPort,
} from '#scenarios';
import type { CheckCollector } from '../verdicts/check-collector.ts';
import { deliveryOptionKeysOf } from './delivery-option-keys.ts';
import type { MerchantClient } from './merchant-call.ts';
import { createMerchantPort } from './merchant-port.ts';

/** What every world of a run is made from. */
export interface MerchantRun {
  readonly config: Config;
  readonly client: MerchantClient;
  readonly triggers: TriggerPort<MerchantTriggerInputs>;
  readonly baskets: BasketPool;
  readonly platform: ReceivingPlatform;
  readonly loaded: (basketId: string) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly effort: Effort;
  readonly replay?: ReplayPlan;
  readonly observe: (assumption: AssumptionId, observation: string) => void;
  readonly progress: (scenario: string, text: string) => void;
  /** Whether a check of this requirement belongs in the run. */
  readonly inScope: (requirement: RequirementId) => boolean;
}

/** The world of one scenario. Its checks go to the collector, and only those it covers may. */
export const createMerchantWorld = (
  run: MerchantRun,
  scenario: MerchantScenario,
  checks: CheckCollector,
): MerchantWorld => {
  const { config } = run;
  const target = config.merchant ?? {};
  const claimed = config.capabilities?.merchant ?? {};
  const progress = (text: string): void => run.progress(scenario.id, text);
  return {
    scenario: scenario.id,
    merchant: createMerchantPort(run.client, {
      scenario: scenario.id,
      report: ({ requirement, outcome }) => {
        if (run.inScope(requirement)) checks.report({ requirement, by: 'schema', outcome });
      },
      observe: run.observe,
      progress,
      retrieved: run.loaded,
    }),
    baskets: run.baskets,
    triggers: run.triggers,
    fixtures: target.fixtures ?? {},
    platform: run.platform,
    claims: {
      lock: claimed.lock !== false,
      catalogue: claimed.catalogue !== false,
      basketChange: claimed.basketChange !== false,
      invoice: claimed.invoice !== false,
      orders: claimed.orders !== false,
    },
    deliveryOptionKeys: deliveryOptionKeysOf(target),
    clock: run.clock,
    signal: run.signal,
    seed: run.seed,
    effort: run.effort,
    concurrency: target.budget?.concurrency ?? 4,
    ...(run.replay !== undefined && { replay: run.replay }),
    assumed: (id) => config.assumptions?.[id],
    observe: run.observe,
    check: (id: MerchantRequirementId, outcome) => {
      if (!scenario.covers.includes(id)) throw new Error(`${scenario.id} reported on ${id}, which it does not cover`);
      if (run.inScope(id)) checks.report({ requirement: id, by: 'scenario', outcome });
    },
    unprovoked: (id, outcome) => {
      if (!scenario.provokes.includes(id)) throw new Error(`${scenario.id} told of ${id}, which it does not provoke`);
      if (outcome.status === 'not-exercised' && run.inScope(id))
        checks.report({ requirement: id, by: 'scenario', outcome });
    },
    progress,
  };
};
