import { basename, join, resolve } from 'node:path';
import { consolePage } from '#console';
import { createPlatform, guardControl } from '#mocks/platform';
import { systemClock } from '#mocks/time';
import { listenAddress } from '../../config/platform-address.ts';
import { createConsoleRuns } from '../../console-runs/console-runs.ts';
import { tillsIn } from '../../output/till-folders.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import { controlToken } from '../control-token.ts';
import { listening } from '../listening.ts';

/** `conformance show`: the console over runs that are over, until Ctrl-C. Nothing is run and nobody is called. */
export const showResults = async ({ folders, port }: CommandArgs['show'], context: CliContext): Promise<number> => {
  const { cwd, env, printer, onInterrupt } = context;
  const all = folders.flatMap((folder) => {
    const tills = tillsIn(resolve(cwd, folder));
    return tills.length === 0 ? [folder] : tills.map((till) => join(folder, till));
  });
  await using certification = createConsoleRuns({
    config: undefined,
    cwd,
    env,
    out: cwd,
    now: () => Date.now(),
    taken: () => [],
    over: all.map((folder, index) => ({ folder, id: `${index + 1}-${basename(resolve(cwd, folder))}` })),
  });
  const address = listenAddress(port, '--port');
  const token = controlToken(address.hostname, env);
  const platform = createPlatform({
    clock: systemClock,
    mayCall: () => false,
    ports: { certification, page: consolePage() },
  });
  await using served = await listening(guardControl(platform.controlFetch, { token }), { ...address, key: '--port' });
  const interrupted = new Promise<void>((stop) => void onInterrupt(stop));
  printer.out(`console   ${served.url}/${token === undefined ? '' : `?token=${token}`}#/certification`);
  printer.note('Ctrl-C ends it.');
  await interrupted;
  platform.close();
  return 0;
};
