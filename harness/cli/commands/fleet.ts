import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Round, roundText } from '#reports';
import { UsageError } from '../../config/usage-error.ts';
import { isBucket, openBucket } from '../../fleet/bucket.ts';
import { filesBelow, fromBucket, intoBucket, upload } from '../../fleet/in-bucket.ts';
import { jobIndex } from '../../fleet/job-index.ts';
import { type Engine, manifestFor } from '../../fleet/manifests/manifests.ts';
import { readRound, roundExitCode, roundIn, roundName, writeFleetList, writeRound } from '../../fleet/round.ts';
import { fleetFiles, fleetTargets } from '../../fleet/targets.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CliContext } from '../cli-context.ts';
import { interruption } from '../interruption.ts';
import { certify } from './certify.ts';
import { runSuite } from './run.ts';

export interface FleetRunArgs {
  readonly file: string;
  readonly index: string | undefined;
  readonly out: string;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly seed: string | undefined;
}

/** `conformance fleet run`: one target of the fleet, as `conformance run` would. */
export const runOneOfFleet = async (args: FleetRunArgs, context: CliContext): Promise<number> => {
  if (!isBucket(args.out)) return await runInto(args, context);
  // What is missing is told before an hour of work.
  using bucket = await openBucket(args.out, context.env);
  return await intoBucket(bucket, async (out) => await runInto({ ...args, out }, context));
};

const runInto = async ({ file, index, out, ...rest }: FleetRunArgs, context: CliContext): Promise<number> => {
  const { cwd, env, printer } = context;
  const targets = fleetTargets(file, cwd);
  const target = targets[jobIndex(index, env, targets.length)];
  if (target === undefined) throw new Error('an index is of a target');
  // Whichever comes first writes it; they all write the same.
  writeFleetList(resolve(cwd, out), targets);
  printer.note(`Target ${target.name}`);
  return await runSuite(
    {
      ...rest,
      suite: target.suite,
      config: target.config,
      overrides: target.overrides,
      out: join(out, target.name),
      only: undefined,
      skip: undefined,
      replay: undefined,
      shard: undefined,
      till: undefined,
      open: false,
      writeExpected: undefined,
      force: false,
    },
    context,
  );
};

export interface FleetReportArgs {
  readonly folder: string;
  /** The folder of the round before. */
  readonly since: string | undefined;
  /** Signs a certificate for every target that may have one. */
  readonly key: string | undefined;
  /** Where the reports of a bucket are laid; those of a folder are in it. */
  readonly out: string;
}

/** `conformance fleet report`: one table of all targets, with those that left nothing. */
export const reportFleet = async (args: FleetReportArgs, context: CliContext, at: string): Promise<number> => {
  const { folder, since, key, out } = args;
  const { cwd, env, printer } = context;
  const before = since === undefined ? undefined : await earlierRound(since, context);
  if (!isBucket(folder)) {
    const { round, files } = await reportIn(folder, { at, before, key }, context);
    printer.out(`${roundText(round)}\n\n${files.map((name) => `report  ${join(folder, name)}`).join('\n')}`);
    return roundExitCode(round);
  }
  using bucket = await openBucket(folder, env);
  // A certificate is given for all that a run left.
  const isAskedFor = (name: string): boolean =>
    name === 'fleet-targets.json' || (key === undefined ? /^[^/]+\/results\.json$/.test(name) : name.includes('/'));
  return await fromBucket(bucket, isAskedFor, async (local) => {
    const { round, files } = await reportIn(local, { at, before, key }, context);
    const beside = filesBelow(local).filter((name) => /^[^/]+\/(?:badge\.svg|certificate\.json)$/.test(name));
    await upload(local, [...files.filter((name) => !name.endsWith('/')), ...beside], bucket);
    mkdirSync(resolve(cwd, out), { recursive: true });
    for (const name of files) cpSync(join(local, name), join(resolve(cwd, out), name), { recursive: true });
    printer.out(`${roundText(round)}\n\n${files.map((name) => `report  ${join(out, name)}`).join('\n')}`);
    return roundExitCode(round);
  });
};

const reportIn = async (
  folder: string,
  { at, before, key }: { readonly at: string; readonly before: Round | undefined; readonly key: string | undefined },
  context: CliContext,
): Promise<{ readonly round: Round; readonly files: readonly string[] }> => {
  const path = resolve(context.cwd, folder);
  const round = readRound(path, { at, before });
  const files = await writeRound(path, round);
  if (key !== undefined)
    for (const { name, verdict } of round.rows)
      if (verdict === 'conformant')
        await certify(
          { folders: [join(folder, name)], key, newKey: undefined, out: undefined, valid: undefined },
          context,
        );
  return { round, files };
};

const earlierRound = async (since: string, { cwd, env }: CliContext): Promise<Round> => {
  if (!isBucket(since)) return roundIn(resolve(cwd, since), since);
  using bucket = await openBucket(since, env);
  return await fromBucket(
    bucket,
    (name) => name === roundName,
    async (folder) => roundIn(folder, since),
  );
};

export interface FleetArgs extends Omit<FleetRunArgs, 'index'>, Omit<FleetReportArgs, 'folder' | 'out'> {
  readonly parallel: number;
}

/** `conformance fleet FILE`: a handful of targets on this machine, each in a process of its own. */
export const runFleet = async (args: FleetArgs, context: CliContext, at: string): Promise<number> => {
  const { file, out, parallel, effort, seed } = args;
  const { cwd, env, printer } = context;
  if (!Number.isInteger(parallel) || parallel < 1)
    throw new UsageError(`--parallel: ${parallel} is no number of targets. Give 1 or more.`, { key: '--parallel' });
  const targets = fleetTargets(file, cwd);
  if (!isBucket(out)) writeFleetList(resolve(cwd, out), targets);
  const program = process.argv[1] ?? '';
  const children = new Set<ReturnType<typeof spawn>>();
  const end = (signal: NodeJS.Signals): void => {
    for (const child of children) child.kill(signal);
  };
  using interrupted = interruption(context, out);
  interrupted.signal.addEventListener('abort', () => end('SIGINT'));
  const endAll = (): void => end('SIGKILL');
  process.once('exit', endAll);
  const waiting = targets.entries();
  const attend = async (): Promise<void> => {
    for (const [index, { name }] of waiting) {
      if (interrupted.signal.aborted) return;
      const options = ['--file', file, '--out', out, '--index', String(index), '--effort', effort, '--ci'];
      const seeded = seed === undefined ? [] : ['--seed', seed];
      const child = spawn(process.execPath, [program, 'fleet', 'run', ...options, ...seeded], {
        cwd,
        env,
        stdio: 'ignore',
        // Ctrl-C in a terminal would reach them by itself, and twice is at once.
        detached: true,
      });
      children.add(child);
      const [code] = (await once(child, 'close')) as [number | null];
      children.delete(child);
      printer.note(`${name} ended with ${code ?? 'a signal'}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, targets.length) }, attend));
  } finally {
    process.off('exit', endAll);
  }
  const code = await reportFleet({ ...args, folder: out, out: isBucket(out) ? 'fleet-results' : out }, context, at);
  return interrupted.signal.aborted ? exitCodes.interrupted : code;
};

export interface FleetManifestArgs {
  readonly engine: Engine;
  readonly file: string;
  /** A bucket that the jobs write to, `s3://bucket/prefix`. */
  readonly results: string | undefined;
}

/** `conformance fleet manifest`: what an engine is given to do all targets. */
export const printManifest = ({ engine, file, results }: FleetManifestArgs, { cwd, printer }: CliContext): number => {
  if (results !== undefined && !/^s3:\/\/[\w./-]+$/.test(results))
    throw new UsageError(`--results: ${results} is no place in a bucket. Give s3://BUCKET/PREFIX.`, {
      key: '--results',
    });
  const targets = fleetTargets(file, cwd);
  const files = fleetFiles(file, cwd, targets);
  printer.out(manifestFor(engine, { count: targets.length, file, files, results }).trimEnd());
  return 0;
};
