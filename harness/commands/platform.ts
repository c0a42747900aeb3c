import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { serve } from '#mocks/hosting';
import { createPlatform, type PlatformEvent } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { defaultConfigFile, readConfig } from '../config/read.ts';
import { UsageError } from '../errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface PlatformArgs {
  readonly config: string | undefined;
  readonly port: number | undefined;
}

/** Serves the mock platform until Ctrl-C, and says what arrives there. */
export const servePlatform = async (args: PlatformArgs, surroundings: Surroundings): Promise<number> => {
  const { printer, onInterrupt } = surroundings;
  const config = configOf(args, surroundings);
  const platform = createPlatform({ clock: systemClock, paths: config.platform?.paths ?? {} });
  // A merchant may only push changes of baskets the platform has loaded.
  for (const basketId of config.merchant?.fixtures?.baskets ?? []) platform.basketChanges.loaded(basketId);
  platform.subscribe((event) => printer.note(line(event)));
  await using served = await listening(platform.fetch, args.port);
  printer.out(`The mock platform listens on ${served.url}. It forgets everything when it ends; not for production.`);
  await new Promise<void>((stop) => {
    onInterrupt(stop);
  });
  return 0;
};

const configOf = (args: PlatformArgs, { cwd, env }: Surroundings): Config => {
  const isThere = args.config !== undefined || existsSync(resolve(cwd, defaultConfigFile));
  return isThere ? readConfig({ file: args.config, cwd, env }).config : {};
};

const listening = async (fetch: (request: Request) => Promise<Response>, port = 0) => {
  try {
    return await serve(fetch, { port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`;
    throw new UsageError(`--port: ${port} ${why}. Give another, or none for any free one.`, { key: '--port' });
  }
};

const line = (event: PlatformEvent): string => {
  const at = new Date(event.at).toISOString().slice(11, 23);
  switch (event.kind) {
    case 'basket-change':
      return `${at} basket change: ${event.status}${event.error === undefined ? '' : ` ${event.error}`}`;
    case 'unknown-path':
      return `${at} ${event.method} ${event.path}: nothing is served there`;
    case 'broken':
      return `${at} ${event.method} ${event.path}: ${event.reason}`;
  }
};
