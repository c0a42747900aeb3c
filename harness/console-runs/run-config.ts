import { ControlError } from '#mocks/platform';
import type { Party } from '#schemas';
import { platformAddress } from '../config/platform-address.ts';
import { type LoadedConfig, readConfig, readConfigIfThere } from '../config/read.ts';
import { tillsOf } from '../config/tills.ts';
import { UsageError } from '../config/usage-error.ts';

export interface Origin {
  /** As given with `--config`. */
  readonly config: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a run of this suite is certified by; one till of several. */
export const loadFor = (suite: Party, till: string | undefined, { config, cwd, env }: Origin): LoadedConfig =>
  refusing(() => {
    const read = suite === 'platform' ? readConfigIfThere : readConfig;
    const loaded = read({ file: config, cwd, env });
    return suite === 'pos' ? oneTill(loaded, till) : loaded;
  });

const oneTill = (loaded: LoadedConfig, till: string | undefined): LoadedConfig => {
  const tills = tillsOf(loaded, till === undefined ? [] : [till]);
  const [first, ...others] = tills ?? [];
  if (first === undefined) return loaded;
  if (others.length === 0) return first.loaded;
  throw new UsageError(`Say which till: ${[first, ...others].map(({ name }) => name).join(', ')}.`);
};

/** None where there is one till only, or no configuration that can be read. */
export const tillNames = ({ config, cwd, env }: Origin): readonly string[] => {
  try {
    return readConfigIfThere({ file: config, cwd, env }).config.pos?.tills?.map(({ name }) => name) ?? [];
  } catch {
    return [];
  }
};

/** What is wrong with the configuration or a folder is for whoever asked. */
export const refusing = <Value>(work: () => Value): Value => {
  try {
    return work();
  } catch (error) {
    if (error instanceof UsageError) throw new ControlError(400, 'Usage', error.message);
    throw error;
  }
};

/** A run has listeners of its own: where the platform that serves the page sits already it takes any free port. */
export const besides = (loaded: LoadedConfig, taken: readonly number[]): LoadedConfig => {
  const { platform } = loaded.config;
  const { hostname = '127.0.0.1', port } = platformAddress(platform).listen;
  if (platform === undefined || port === undefined || !taken.includes(port)) return loaded;
  if (platform.publicUrl !== undefined)
    throw new ControlError(
      409,
      'AddressTaken',
      'platform.publicUrl leads to this platform, and a run needs it for its own. Run it from the command line, or ' +
        'start this platform with another --port.',
    );
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return { ...loaded, config: { ...loaded.config, platform: { ...platform, listen: `${host}:0` } } };
};
