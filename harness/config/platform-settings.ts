import type { PlatformOptions } from '#mocks/platform';
import type { Config } from '#schemas';
import { UsageError } from '../errors.ts';
import { milliseconds } from './duration.ts';

/** What the configuration says about the mock platform; the platform has the defaults. */
export const platformSettings = ({ platform = {}, queue = {} }: Config): Omit<PlatformOptions, 'clock'> => {
  const { paths, timing = {}, signature, publicUrl } = platform;
  if (queue.kind !== undefined && queue.kind !== 'embedded') {
    throw new UsageError(`queue.kind: a ${queue.kind} queue is not part of this version. Valid: embedded.`, {
      key: 'queue.kind',
    });
  }
  const { pinLifetime, healthTimeout, tipLinkLifetime, clockSkew } = timing;
  return {
    ...(paths && { paths }),
    timing: {
      ...(pinLifetime !== undefined && { pinLifetimeMs: milliseconds(pinLifetime) }),
      ...(healthTimeout !== undefined && { healthTimeoutMs: milliseconds(healthTimeout) }),
      ...(tipLinkLifetime !== undefined && { tipLinkLifetimeMs: milliseconds(tipLinkLifetime) }),
      ...(clockSkew !== undefined && { clockSkewMs: milliseconds(clockSkew) }),
    },
    ...(signature?.mode !== undefined && { signature: { mode: signature.mode } }),
    queue: {
      ...(queue.groupBatching !== undefined && { groupBatching: queue.groupBatching }),
      ...(queue.region !== undefined && { region: queue.region }),
    },
    ...(publicUrl !== undefined && { publicUrl }),
  };
};
