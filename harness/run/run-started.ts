import type { Clock } from '#mocks/time';
import type { Config, RunStarted } from '#schemas';
import { assumed } from '../config/assumed.ts';
import { identity } from './identity.ts';
import { reportedSettings } from './reported-settings.ts';

/** The first line of a journal: what is run or watched, by which program, and how it is to be settled. */
export const runStarted = (
  asked: Pick<RunStarted, 'suite' | 'seed' | 'effort' | 'command' | 'plan'>,
  config: Config,
  clock: Pick<Clock, 'now'>,
): RunStarted => ({
  event: 'run-started',
  at: new Date(clock.now()).toISOString(),
  suite: asked.suite,
  seed: asked.seed,
  effort: asked.effort,
  ...identity(),
  target: config.target ?? {},
  command: asked.command,
  plan: asked.plan,
  settling: {
    severity: config.severity ?? {},
    expectedFailures: config.expectedFailures ?? [],
    tolerate: config.tolerate ?? [],
    assumptions: assumed(config),
  },
  ...reportedSettings(config),
});
