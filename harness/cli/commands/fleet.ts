import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { flagsOf } from '../../config/flags.ts';
import { misuse } from '../../config/usage-error.ts';
import { isBucket, openBucket } from '../../fleet/bucket.ts';
import { intoBucket } from '../../fleet/in-bucket.ts';
import { jobIndex } from '../../fleet/job-index.ts';
import { manifestFor } from '../../fleet/manifests/manifests.ts';
import { writeFleetList } from '../../fleet/round.ts';
import { fleetFiles, fleetTargets } from '../../fleet/targets.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CommandArgs } from '../args.gen.ts';
import { type CliContext, interruption } from '../cli-context.ts';
import { reportFleet } from './fleet-report.ts';
import { runSuite } from './run.ts';

/** `conformance fleet run`: one target of the fleet, as `conformance run` would. */
export const runOneOfFleet = async (args: CommandArgs['fleet run'], context: CliContext): Promise<number> => {
  if (!isBucket(args.out)) return await runInto(args, context);
  // What is missing is told before an hour of work.
  using bucket = await openBucket(args.out, context.env);
  return await intoBucket(bucket, async (out) => await runInto({ ...args, out }, context));
};

const runInto = async (
  { file, index, out, ...rest }: CommandArgs['fleet run'],
  context: CliContext,
): Promise<number> => {
  const { cwd, env, printer } = context;
  const targets = fleetTargets(file, cwd);
  const target = targets[jobIndex(index, env, targets.length)];
  if (target === undefined) throw new Error('an index is of a target');
  // Whichever comes first writes it; they all write the same.
  writeFleetList(resolve(cwd, out), targets);
  printer.note(`Target ${target.name}`);
  const { code } = await runSuite(
    {
      ...rest,
      suite: target.suite,
      config: target.config,
      overrides: target.overrides,
      ofFleet: target.name,
      out: join(out, target.name),
      shardExit: 4,
      bail: false,
      open: false,
      force: false,
    },
    context,
  );
  return code;
};

/** `conformance fleet FILE`: a handful of targets on this machine, each in a process of its own. */
export const runFleet = async (args: CommandArgs['fleet all'], context: CliContext, at: string): Promise<number> => {
  const { file, out, parallel, effort, seed } = args;
  const { cwd, env, printer } = context;
  if (!Number.isInteger(parallel) || parallel < 1)
    throw misuse('--parallel', `${parallel} is no number of targets. Give 1 or more.`);
  const targets = fleetTargets(file, cwd);
  if (!isBucket(out)) writeFleetList(resolve(cwd, out), targets);
  const program = isSea() ? [] : [process.argv[1] ?? ''];
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
      const words = ['fleet', 'run', ...flagsOf({ file, out, index, effort, seed }), '--ci'];
      const child = spawn(process.execPath, [...program, ...words], {
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
  const { code } = await reportFleet({ ...args, folder: out, out: isBucket(out) ? 'fleet-results' : out }, context, at);
  return interrupted.signal.aborted ? exitCodes.interrupted : code;
};

/** `conformance fleet manifest`: what an engine is given to do all targets. */
export const printManifest = (
  { engine, file, results }: CommandArgs['fleet manifest'],
  { cwd, printer }: CliContext,
): number => {
  if (results !== undefined && !/^s3:\/\/[\w./-]+$/.test(results))
    throw misuse('--results', `${results} is no place in a bucket. Give s3://BUCKET/PREFIX.`);
  const targets = fleetTargets(file, cwd);
  const files = fleetFiles(file, cwd, targets);
  printer.out(manifestFor(engine, { count: targets.length, file, files, results }).trimEnd());
  return 0;
};
