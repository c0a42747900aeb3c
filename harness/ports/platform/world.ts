import type { PlatformScenario, PlatformWorld } from '#scenarios';
import type { CheckCollector } from '../../verdicts/check-collector.ts';
import { createPlatformApi, type PlatformApiDeps } from './api-port.ts';
import { createPlatformQueue } from './queue-port.ts';
import { commonWorld, type RunContext } from '../run-context.ts';

export interface PlatformRun
  extends RunContext,
    Omit<PlatformApiDeps, 'clockSkewMs' | 'scenario'>,
    Pick<PlatformWorld, 'control' | 'openShop' | 'timing' | 'signatures' | 'fresh'> {}

export const createPlatformWorld = (
  run: PlatformRun,
  scenario: PlatformScenario,
  checks: Pick<CheckCollector, 'report'>,
): PlatformWorld => ({
  ...commonWorld(run, scenario, checks),
  api: createPlatformApi({ ...run, clockSkewMs: run.timing.clockSkewMs, scenario: scenario.id }),
  queue: createPlatformQueue({ client: run.client, scenario: scenario.id }),
  control: run.control,
  openShop: run.openShop,
  timing: run.timing,
  signatures: run.signatures,
  fresh: run.fresh,
  // Nobody watches a platform's own calls.
  unprovoked: () => undefined,
});
