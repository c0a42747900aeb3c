import type { SignatureScheme } from '#mocks/platform';
import type { EventIdPlace } from '#traffic';
import type { Clock } from '#mocks/time';
import type { AssumptionId, RequirementId } from '#schemas';
import type { PlatformControlPort, PlatformScenario, PlatformWorld } from '#scenarios';
import type { CheckCollector } from '../verdicts/check-collector.ts';
import { createPlatformApi } from './platform-api-port.ts';
import type { PlatformClient } from './platform-client.ts';
import { createPlatformQueue } from './platform-queue-port.ts';

/** What every world of a platform run is made from. */
export interface PlatformRun {
  readonly client: PlatformClient;
  readonly baseUrl: string;
  readonly paths: { readonly basketChange: string; readonly health: string; readonly events: string };
  readonly control: PlatformControlPort;
  readonly openShop: PlatformWorld['openShop'];
  readonly timing: PlatformWorld['timing'];
  readonly signatures: PlatformWorld['signatures'];
  /** How a till signs. */
  readonly scheme: SignatureScheme;
  readonly eventId: EventIdPlace;
  readonly fresh: (what: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly observe: (assumption: AssumptionId, observation: string) => void;
  readonly progress: (scenario: string, text: string) => void;
  readonly inScope: (requirement: RequirementId) => boolean;
}

/** The world of one scenario. Its checks go to the collector, and only those it covers may. */
export const createPlatformWorld = (
  run: PlatformRun,
  scenario: PlatformScenario,
  checks: Pick<CheckCollector, 'report'>,
): PlatformWorld => ({
  scenario: scenario.id,
  api: createPlatformApi({
    client: run.client,
    baseUrl: run.baseUrl,
    paths: run.paths,
    clockSkewMs: run.timing.clockSkewMs,
    scheme: run.scheme,
    eventId: run.eventId,
    scenario: scenario.id,
  }),
  queue: createPlatformQueue({ client: run.client, scenario: scenario.id }),
  control: run.control,
  openShop: run.openShop,
  timing: run.timing,
  signatures: run.signatures,
  fresh: run.fresh,
  clock: run.clock,
  signal: run.signal,
  observe: run.observe,
  check: (id, outcome) => {
    if (!scenario.covers.includes(id)) throw new Error(`${scenario.id} reported on ${id}, which it does not cover`);
    if (run.inScope(id)) checks.report({ requirement: id, by: 'scenario', outcome });
  },
  // Nobody watches a platform's own calls.
  unprovoked: () => undefined,
  progress: (text) => run.progress(scenario.id, text),
});
