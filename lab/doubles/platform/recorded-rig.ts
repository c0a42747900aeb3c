import type { PlatformOptions } from '#mocks/platform';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { createRig } from './platform-rig.ts';

/** The rig of a platform whose exchanges are kept, judged and shown. */
export const createRecordedRig = ({
  most = 100,
  ...options
}: Partial<PlatformOptions> & { readonly most?: number } = {}) =>
  createRig(options, (given) => createRecordedPlatform({ ...given, most }));
