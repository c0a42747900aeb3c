import { join } from 'node:path';
import { MissingPackageError, serve } from '#mocks/hosting';
import { type Clock, createWarpClock, systemClock } from '#mocks/time';
import { certifyTarget } from '../../output/certification.ts';
import { drawSeed } from '../../plan/seed.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { prepareOutputFolder } from '../../output/folder.ts';
import { peers, type Provable, provable } from '../../targets/reference-peers.ts';
import type { CommandArgs } from '../args.gen.ts';
import { columns } from '../terminal/columns.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import { liveProgress } from '../terminal/live-progress.ts';
import { showCertified } from './run-summary.ts';

const nouns = { merchant: 'merchant', pos: 'till', platform: 'platform' } as const satisfies Record<Provable, string>;

/** A till is mostly waited for: heartbeats, redeliveries, faults of its queue. Nobody wants to wait for a demonstration. */
const clocks: Readonly<Record<Provable, () => Clock>> = {
  merchant: () => systemClock,
  pos: createWarpClock,
  platform: () => systemClock,
};

interface Shown {
  readonly suite: Provable;
  readonly variant: string;
  readonly fault?: string;
}

const sound = provable.flatMap((suite) => peers[suite].variants.map((variant): Shown => ({ suite, variant })));
const broken: Shown = { suite: 'merchant', variant: 'granite', fault: 'order:remembers-only-the-last' };

/** Certifies all reference peers over real sockets: what a run looks like, before there is anything to certify. */
export const demonstrate = async (args: CommandArgs['demo'], context: CliContext): Promise<number> => {
  const { cwd, env, printer } = context;
  using interrupted = interruption(context, join(args.out, 'demo', 'NAME'));
  const seed = drawSeed(Math.random);
  const summary: (readonly string[])[] = [];
  let worst: number = exitCodes.conformant;
  for (const { suite, variant, fault } of [...sound, broken]) {
    const missing = await missingFor(suite, variant);
    const name = `${nouns[suite]} ${variant}${fault === undefined ? '' : ', broken on purpose'}`;
    if (missing !== undefined) {
      printer.note(`The reference ${name} is left out. ${missing}`);
      summary.push([name, 'left out', missing, '']);
      continue;
    }
    const folder = join(args.out, 'demo', fault === undefined ? variant : 'broken');
    const out = prepareOutputFolder(folder, cwd);
    const clock = clocks[suite]();
    const peer = peers[suite].create(variant, clock, { faults: fault === undefined ? [] : [fault] });
    await using host = await serve(peer.fetch);
    printer.note(`The reference ${name} listens on ${host.url}. Seed ${seed}`);
    const live = liveProgress(printer);
    const certified = await certifyTarget(out, {
      suite,
      config: peer.configuration(host.url),
      file: `the configuration of ${variant}`,
      seed,
      effort: 'standard',
      command: ['demo'],
      env,
      clock,
      signal: interrupted.signal,
      onEvent: live.event,
      onProgress: live.doing,
    });
    live.end();
    await peer.stop?.();
    const { code } = showCertified(certified, { folder, open: args.open && fault !== undefined }, context);
    if (fault === undefined) worst = Math.max(worst, code);
    else if (code !== exitCodes.nonConformant) worst = exitCodes.harnessError;
    if (interrupted.signal.aborted) return exitCodes.interrupted;
    const { verdict, counts } = certified.reported.result;
    summary.push([name, verdict, `${counts['passed']} of ${counts['requirements']} passed`, folder]);
  }
  printer.out(`\n${columns(summary)}`);
  printer.out(
    `\nThe last one forgets all orders but the newest, on purpose. Open its report to see a failure explained:\n${summary.at(-1)?.at(-1)}/report.html`,
  );
  return worst;
};

const missingFor = async (suite: Provable, variant: string): Promise<string | undefined> => {
  try {
    await peers[suite].prepare?.(variant);
    return undefined;
  } catch (error) {
    if (error instanceof MissingPackageError) return error.message;
    throw error;
  }
};
