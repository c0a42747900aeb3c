import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Round, roundText } from '#reports';
import { isBucket, openBucket } from '../../fleet/bucket.ts';
import { filesBelow, fromBucket, upload } from '../../fleet/in-bucket.ts';
import { type Reading, readRound, roundExitCode, roundIn, roundName, writeRound } from '../../fleet/round.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';
import { certify } from './certify.ts';

/** `conformance fleet report`: one table of all targets, with those that left nothing. */
export const reportFleet = async (
  args: CommandArgs['fleet report'],
  context: CliContext,
  at: string,
): Promise<Answered<'fleet-report-answer'>> => {
  const { folder, since, key, out } = args;
  const { cwd, env, printer } = context;
  const before = since === undefined ? undefined : await earlierRound(since, context);
  if (!isBucket(folder)) {
    const { round, files } = await reportIn(folder, { at, before, key }, context);
    printer.out(`${roundText(round)}\n\n${files.map((name) => `report  ${join(folder, name)}`).join('\n')}`);
    return { code: roundExitCode(round), answer: round };
  }
  using bucket = await openBucket(folder, env);
  const pages = new Set<string>();
  // A certificate is given for all that a run left.
  const isAskedFor = (name: string): boolean => {
    if (name.endsWith('/report.html')) pages.add(name);
    return (
      name === 'fleet-targets.json' || (key === undefined ? /^[^/]+\/results\.json$/.test(name) : name.includes('/'))
    );
  };
  return await fromBucket(bucket, isAskedFor, async (local) => {
    const { round, files } = await reportIn(local, { at, before, key, isThere: (name) => pages.has(name) }, context);
    const beside = filesBelow(local).filter((name) =>
      /^[^/]+\/(?:badge\.svg|certificate(?:\.intoto)?\.json)$/.test(name),
    );
    await upload(local, [...files.filter((name) => !name.endsWith('/')), ...beside], bucket);
    mkdirSync(resolve(cwd, out), { recursive: true });
    for (const name of files) cpSync(join(local, name), join(resolve(cwd, out), name), { recursive: true });
    printer.out(`${roundText(round)}\n\n${files.map((name) => `report  ${join(out, name)}`).join('\n')}`);
    return { code: roundExitCode(round), answer: round };
  });
};

const reportIn = async (
  folder: string,
  { key, ...reading }: Reading & { readonly key: string | undefined },
  context: CliContext,
): Promise<{ readonly round: Round; readonly files: readonly string[] }> => {
  const path = resolve(context.cwd, folder);
  const round = readRound(path, reading);
  const files = await writeRound(path, round);
  if (key !== undefined)
    for (const { name, verdict } of round.rows)
      if (verdict === 'conformant') await certify({ folders: [join(folder, name)], key }, context);
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
