import { join, resolve } from 'node:path';
import { reportFormats } from '#reports';
import type { JournalEvent, RunResult } from '#schemas';
import { type Certified, writeAll } from '../../output/certification.ts';
import { type CertifiedTill, writeCombined } from '../../output/certify-tills.ts';
import { UsageError } from '../../config/usage-error.ts';
import { evidenceOf } from '../../output/evidence.ts';
import { prepareOutputFolder } from '../../output/folder.ts';
import { journalIn } from '../../output/journal-in.ts';
import { tillsIn } from '../../output/tills-in.ts';
import { merge } from '../../verdicts/merge.ts';
import { settle } from '../../verdicts/settle.ts';
import { compareRuns } from './compare.ts';
import { showCertified } from './run-summary.ts';
import { showTills } from './tills-summary.ts';
import type { CliContext } from '../cli-context.ts';
import { checkExpectedFile, writeExpectedFile } from './expected-failures-file.ts';

export interface ReportArgs {
  readonly folders: readonly string[];
  readonly out: string | undefined;
  readonly open: boolean;
  /** The folders are an older and a newer run. */
  readonly compare: boolean;
  readonly writeExpected: string | undefined;
  readonly force: boolean;
}

/** `conformance report`: everything a run writes is a function of its journal, so it can be written again: also of the shards of one run. */
export const rebuildReports = async (args: ReportArgs, context: CliContext): Promise<number> => {
  if (args.compare) return await compareRuns(args, context);
  checkExpectedFile(args, context);
  const [folder = '.', ...others] = args.folders;
  const names = others.length === 0 && args.out === undefined ? tillsIn(resolve(context.cwd, folder)) : [];
  if (names.length === 0) {
    const certified = await rebuild(args.folders, args.out ?? folder, context);
    writeExpectedFile(args, certified.reported.result, [folder], context);
    return showCertified(certified, { folder: args.out ?? folder, open: args.open }, context);
  }
  const tills: CertifiedTill[] = [];
  for (const name of names)
    tills.push({ name, certified: await rebuild([join(folder, name)], join(folder, name), context) });
  const result = await writeCombined(resolve(context.cwd, folder), tills);
  writeExpectedFile(
    args,
    result,
    names.map((name) => join(folder, name)),
    context,
  );
  return showTills({ tills, result }, { folder, open: args.open }, context);
};

const rebuild = async (folders: readonly string[], folder: string, { cwd, env }: CliContext): Promise<Certified> => {
  const journals = folders.map((given) => journalIn(given, cwd));
  const out = prepareOutputFolder(folder, cwd);
  const { events, result } = together(journals);
  return await writeAll(out, result, evidenceOf(events, result), {
    formats: reportFormats,
    env,
    // Merged shards are the run that none of them was.
    remember: folders.length > 1,
  });
};

/** One journal is settled as it is; several are the shards of one run. */
const together = (
  journals: readonly (readonly JournalEvent[])[],
): { events: readonly JournalEvent[]; result: RunResult } => {
  const [only = [], ...others] = journals;
  if (others.length === 0) return { events: only, result: settle(only) };
  const suites = new Set(journals.flat().flatMap((event) => (event.event === 'run-started' ? [event.suite] : [])));
  if (suites.size > 1)
    throw new UsageError(`These are runs of different suites: ${[...suites].join(', ')}. Give the shards of one run.`);
  const targets = new Set(
    journals.flat().flatMap((event) => (event.event === 'run-started' ? [event.target.name] : [])),
  );
  // What one of them passed would hide that another never tried it.
  if (targets.size > 1)
    throw new UsageError(
      `These are runs of different targets: ${[...targets].join(', ')}. Give the shards of one run.`,
    );
  return merge(journals);
};
