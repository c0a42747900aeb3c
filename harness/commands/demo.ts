import { join } from 'node:path';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant, merchantVariants } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { certifyMerchant } from '../certification.ts';
import { drawSeed } from '../config/run-options.ts';
import { exitCodes } from '../errors.ts';
import { prepareOutputFolder } from '../output/folder.ts';
import { liveProgress } from './live-progress.ts';
import { showCertified } from './show-certified.ts';
import type { Surroundings } from './surroundings.ts';

export interface DemoArgs {
  readonly out: string | undefined;
  readonly open: boolean;
}

/** Certifies both reference merchants over real sockets: what a run looks like, before there is anything to certify. */
export const demonstrate = async (args: DemoArgs, surroundings: Surroundings): Promise<number> => {
  const { cwd, env, printer, onInterrupt } = surroundings;
  const interrupted = new AbortController();
  const stopListening = onInterrupt(() => interrupted.abort(new Error('interrupted')));
  const seed = drawSeed(Math.random);
  let worst: number = exitCodes.conformant;
  try {
    for (const variant of merchantVariants) {
      const folder = join(args.out ?? 'conformance-results', 'demo', variant);
      const out = prepareOutputFolder(folder, cwd);
      const merchant = createReferenceMerchant({ variant, clock: systemClock });
      await using host = await serve(merchant.fetch);
      printer.note(`The reference merchant ${variant} listens on ${host.url}. Seed ${seed}`);
      const live = liveProgress(printer);
      const certified = await certifyMerchant(out, {
        loaded: { config: merchant.configuration(host.url), file: `the configuration of ${variant}`, secrets: [] },
        seed,
        effort: 'standard',
        only: [],
        skip: [],
        command: ['demo'],
        env,
        signal: interrupted.signal,
        onEvent: live.event,
        onProgress: live.doing,
      });
      live.end();
      worst = Math.max(worst, showCertified(certified, { folder, open: args.open }, surroundings));
      if (interrupted.signal.aborted) return exitCodes.interrupted;
    }
    return worst;
  } finally {
    stopListening();
  }
};
