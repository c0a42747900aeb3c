import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Party, ReplayPlan } from '#schemas';
import { certifyTarget } from '../certification.ts';
import { readConfig, readConfigIfThere } from '../config/read.ts';
import { seedFrom, shardFrom } from '../config/run-options.ts';
import { UsageError } from '../errors.ts';
import { prepareOutputFolder } from '../output/folder.ts';
import { liveProgress } from './live-progress.ts';
import { prompterOf } from './prompter.ts';
import { setUpLine } from './set-up-line.ts';
import { showCertified } from './show-certified.ts';
import type { Surroundings } from './surroundings.ts';

export interface RunArgs {
  readonly suite: Party;
  readonly config: string | undefined;
  readonly out: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly seed: string | undefined;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly replay: string | undefined;
  readonly shard: string | undefined;
  readonly open: boolean;
}

export const defaultOut = 'conformance-results';

/** `conformance run`: everything that can be wrong with the request is said before the first call goes out. */
export const runSuite = async (args: RunArgs, surroundings: Surroundings): Promise<number> => {
  const { suite } = args;
  // Without a configuration there is our own platform to certify.
  const read = suite === 'platform' ? readConfigIfThere : readConfig;
  const { cwd, env, printer, onInterrupt } = surroundings;
  const loaded = read({ file: args.config, cwd, env });
  const replay = args.replay === undefined ? undefined : readReplay(args.replay, cwd);
  const seed = replay?.seed ?? seedFrom(args.seed, Math.random);
  const shard = shardFrom(args.shard);
  const out = prepareOutputFolder(args.out ?? defaultOut, cwd);
  const interrupted = new AbortController();
  const stopListening = onInterrupt(() => {
    printer.note('Interrupted: writing the reports. Ctrl-C again ends at once.');
    interrupted.abort(new Error('interrupted'));
  });
  printer.note(`Seed ${seed}`);
  const live = liveProgress(printer);
  try {
    const certified = await certifyTarget(out, {
      suite,
      loaded,
      seed,
      effort: args.effort,
      only: args.only ?? [],
      skip: args.skip ?? [],
      replay,
      shard,
      command: commandOf(args, seed),
      env,
      signal: interrupted.signal,
      prompter: prompterOf(surroundings),
      onSetUp: (checks) => {
        for (const check of checks.filter(({ status }) => status === 'hint')) printer.note(setUpLine(check));
      },
      onEvent: live.event,
      onProgress: live.doing,
      announce: (text) => printer.note(text),
    });
    live.end();
    return showCertified(certified, { folder: args.out ?? defaultOut, open: args.open }, surroundings);
  } finally {
    live.end();
    stopListening();
  }
};

/** The command line that does the same again: with the seed that was drawn, without what only concerns this terminal. */
const commandOf = (args: RunArgs, seed: number): readonly string[] => [
  'run',
  args.suite,
  ...(args.config === undefined ? [] : ['--config', args.config]),
  ...(args.out === undefined || args.out === defaultOut ? [] : ['--out', args.out]),
  ...(args.only ?? []).flatMap((name) => ['--only', name]),
  ...(args.skip ?? []).flatMap((name) => ['--skip', name]),
  ...(args.effort === 'standard' ? [] : ['--effort', args.effort]),
  ...(args.replay === undefined ? [] : ['--replay', args.replay]),
  ...(args.shard === undefined ? [] : ['--shard', args.shard]),
  '--seed',
  String(seed),
];

const readReplay = (given: string, cwd: string): ReplayPlan => {
  const wrong = (why: string): UsageError =>
    new UsageError(`--replay: ${given} ${why}. Give a file from the replays folder of an earlier run.`, {
      key: '--replay',
    });
  let plan: unknown;
  try {
    plan = JSON.parse(readFileSync(resolve(cwd, given), 'utf8'));
  } catch (error) {
    throw wrong(`cannot be read: ${(error as Error).message}`);
  }
  const { scenario, property, seed } = (plan ?? {}) as Partial<ReplayPlan>;
  if (typeof scenario === 'string' && typeof property === 'string' && Number.isInteger(seed)) return plan as ReplayPlan;
  throw wrong('is no stored counterexample');
};
