import type { Config } from '#schemas';
import { milliseconds } from './duration.ts';

/** Where the configuration says nothing. */
const defaults = {
  pinLifetime: '10m',
  healthTimeout: '3m',
  // assume/health-path-and-interval
  healthInterval: '60s',
  tipLinkLifetime: '7d',
  clockSkew: '5m',
} as const;

type Key = keyof typeof defaults;

/** `platform.timing` in milliseconds. */
export const timingOf = ({ platform }: Config): Readonly<Record<`${Key}Ms`, number>> => {
  const ms = (key: Key): number => milliseconds(platform?.timing?.[key] ?? defaults[key]);
  return {
    pinLifetimeMs: ms('pinLifetime'),
    healthTimeoutMs: ms('healthTimeout'),
    healthIntervalMs: ms('healthInterval'),
    tipLinkLifetimeMs: ms('tipLinkLifetime'),
    clockSkewMs: ms('clockSkew'),
  };
};
