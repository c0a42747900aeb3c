import type { SignatureScheme } from '#mocks/platform';
import type { EventIdPlace } from '#traffic';
import type { PlatformControlPort, PlatformScenario, PlatformWorld } from '#scenarios';
import type { CheckCollector } from '../../verdicts/check-collector.ts';
import { createPlatformApi } from './api-port.ts';
import type { PlatformClient } from './client.ts';
import { createPlatformQueue } from './queue-port.ts';
import { commonWorld, type RunContext } from '../run-context.ts';

/** What every world of a platform run is made from. */
export interface PlatformRun extends RunContext {
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
}

/** The world of one scenario. */
export const createPlatformWorld = (
  run: PlatformRun,
  scenario: PlatformScenario,
  checks: Pick<CheckCollector, 'report'>,
): PlatformWorld => ({
  ...commonWorld(run, scenario, checks),
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
  // Nobody watches a platform's own calls.
  unprovoked: () => undefined,
});
