import type { Clock } from '#mocks/time';
import type { Config, RunStarted } from '#schemas';
import { assumed, configured } from '../config/assumed.ts';
import { identity } from './identity.ts';
import type { RunOptions } from './run-options.ts';

/** The first line of a journal: what is run or watched, by which program, and how it is to be settled. */
export const runStarted = (
  asked: Pick<RunStarted, 'suite' | 'seed' | 'effort' | 'command' | 'plan'> & Pick<RunOptions, 'register'>,
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
    ...(asked.register !== undefined && { scoredBy: asked.register }),
  },
  ...reportedSettings(config),
});

/** The keys that change how a target is tried without being an assumption, a severity or a capability. */
const trying = [
  'merchant.deliveryOptionKeys',
  'merchant.budget',
  'pos.budget',
  'attempts',
  'platform.paths',
  'platform.eventId',
  'platform.signature.mode',
  'platform.timing',
  'queue.kind',
  'queue.groupBatching',
] as const;

/** What the configuration says about the target and the trial, for whoever judges the result later. */
const reportedSettings = (config: Config): Pick<RunStarted, 'capabilities' | 'settings'> => ({
  capabilities: Object.fromEntries(
    Object.entries(config.capabilities ?? {}).flatMap(([party, claims]) =>
      Object.entries(claims as Readonly<Record<string, boolean>>).map(([name, claimed]) => [
        `${party}.${name}`,
        claimed,
      ]),
    ),
  ),
  settings: Object.fromEntries(
    trying.flatMap((key) => {
      const value = configured(config, key);
      return value === undefined ? [] : [[key, value]];
    }),
  ),
});
