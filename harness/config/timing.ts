import type { Config } from '#schemas';

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

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration as the configuration writes it: `500ms`, `8s`, `10m`, `2h`, `7d`. */
export const milliseconds = (duration: string): number => {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  if (amount === undefined || unit === undefined) throw new Error(`${duration} is not a duration`);
  return Number(amount) * units[unit as keyof typeof units];
};
