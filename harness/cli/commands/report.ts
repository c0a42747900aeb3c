import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compared, comparisonMarkdown, comparisonText, reportFormats } from '#reports';
import type { JournalEvent, RunResult } from '#schemas';
import { type Certified, writeAll } from '../../output/certification.ts';
import { type CertifiedTill, writeCombined } from '../../output/certify-tills.ts';
import { defaultOut } from '../../config/default-files.ts';
import { journalName, resultsName } from '../../config/files.ts';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { evidenceOf } from '../../output/evidence.ts';
import { clearEarlierRun, prepareOutputFolder } from '../../output/folder.ts';
import { resultIn } from '../../output/read-result.ts';
import { writeReportFile } from '../../output/report-file.ts';
import { journalIn } from '../../output/run-journal.ts';
import { tillsIn } from '../../output/till-folders.ts';
import { createJournal } from '../../run/journal.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { merge, startsOf } from '../../verdicts/merge.ts';
import { registerFrom, scoredBy } from '../../verdicts/scored.ts';
import { settle } from '../../verdicts/settle.ts';
import { notOneRun } from '../../verdicts/shards.ts';
import type { CommandArgs } from '../args.gen.ts';
import { showCertified, showTills } from './run-summary.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';
import { checkExpectedFile, writeExpectedFile } from './expected-failures-file.ts';

type ReportArgs = CommandArgs['report'] & {
  /** Which reports are written. Default: all. */
  readonly formats?: readonly string[];
};

/** `conformance report`: everything a run writes is a function of its journal, so it can be written again: also of the shards of one run. */
export const rebuildReports = async (args: ReportArgs, context: CliContext): Promise<Answered> => {
  const [folder = '.', ...others] = args.folders;
  if (
    registerFrom(args.register) !== undefined &&
    (args.compare || !isMerging(args.folders, args.out ?? folder, context.cwd))
  )
    throw misuse(
      '--register',
      `${folder} keeps what its run came to. Give another folder with --out, and no --compare.`,
    );
  if (args.compare) return await compareRuns(args, context);
  checkExpectedFile(args, context);
  const names = others.length === 0 && args.out === undefined ? tillsIn(resolve(context.cwd, folder)) : [];
  if (names.length === 0) {
    const out = args.out ?? (others.length === 0 ? folder : defaultOut);
    notOverShards(args.folders, out, context.cwd);
    const certified = await rebuild(args, args.folders, out, context);
    writeExpectedFile(args, certified.reported.result, [out], context);
    return showCertified(certified, { folder: out, open: args.open }, context);
  }
  const tills: CertifiedTill[] = [];
  for (const name of names)
    tills.push({ name, certified: await rebuild(args, [join(folder, name)], join(folder, name), context) });
  const result = await writeCombined(resolve(context.cwd, folder), tills);
  writeExpectedFile(
    args,
    result,
    names.map((name) => join(folder, name)),
    context,
  );
  return showTills({ tills, result }, { folder, open: args.open }, context);
};

/** What a shard left is evidence: the reports of all of them are not written over those of one. */
const notOverShards = (folders: readonly string[], out: string, cwd: string): void => {
  if (folders.length < 2 || isMerging(folders, out, cwd)) return;
  throw new UsageError(`${out} is one of the shards. Give another folder for all of them with --out.`, '--out');
};

/** Of one folder in that folder; the shards of a run become one in a folder of its own, which is then as good as a run's. */
const rebuild = async (
  { formats = reportFormats, register }: ReportArgs,
  folders: readonly string[],
  folder: string,
  { cwd, env }: CliContext,
): Promise<Certified> => {
  const journals = folders.map((given) => scoredBy(journalIn(given, cwd), register));
  const apart = notOneRun(startsOf(journals.flat()));
  if (apart !== undefined)
    throw new UsageError(`${folders.join(', ')}: not one run: ${apart}. Give the folders of the shards of one run.`);
  const out = prepareOutputFolder(folder, cwd);
  const { events, result } = merge(journals);
  if (isMerging(folders, folder, cwd)) writeJournal(out, events);
  return await writeAll(out, result, evidenceOf(events, result), {
    formats,
    env,
    // Merged shards are the run that none of them was.
    remember: folders.length > 1,
  });
};

const isMerging = (folders: readonly string[], folder: string, cwd: string): boolean =>
  folders.every((given) => resolve(cwd, given) !== resolve(cwd, folder));

const writeJournal = (out: string, events: readonly JournalEvent[]): void => {
  clearEarlierRun(out, { keepReplays: false });
  using journal = createJournal(join(out, journalName));
  for (const event of events) journal.write(event);
};

/** `conformance report --compare OLD NEW`: 1 when something broke or vanished. */
export const compareRuns = async (
  args: Pick<CommandArgs['report'], 'folders' | 'out'>,
  { cwd, printer }: CliContext,
): Promise<Answered<'comparison-answer'>> => {
  const [older, newer, ...more] = args.folders;
  if (older === undefined || newer === undefined || more.length > 0)
    throw new UsageError('--compare takes two runs: the older one and the newer one.', '--compare');
  const [was, is] = [resultOf(older, cwd), resultOf(newer, cwd)];
  if (was.suite !== is.suite)
    throw misuse('--compare', `${older} is a run of the ${was.suite} suite, ${newer} of the ${is.suite} suite.`);
  const comparison = compared(was, is);
  printer.inked(comparisonText(comparison, { colour: printer.colour, width: printer.width }));
  if (args.out !== undefined) {
    const out = prepareOutputFolder(args.out, cwd);
    await writeReportFile(out, { path: 'comparison.md', content: comparisonMarkdown(comparison) });
    printer.out(`\nreport  ${join(args.out, 'comparison.md')}`);
  }
  return { code: comparison.isWorse ? exitCodes.nonConformant : exitCodes.conformant, answer: comparison };
};

/** What a run came to: of a folder with a journal what that says, otherwise what results.json says. */
const resultOf = (given: string, cwd: string): RunResult => {
  const path = resolve(cwd, given);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && existsSync(join(path, journalName))) {
    const events = journalIn(given, cwd);
    const apart = notOneRun(startsOf(events));
    if (apart !== undefined) throw new UsageError(`${given} is not one run: ${apart}. ${wanted}`);
    return settle(events);
  }
  const result = resultIn(isFolder ? join(path, resultsName) : path);
  if (typeof result === 'string') throw new UsageError(`${given} ${result} ${wanted}`);
  return result;
};

const wanted = 'Give the results folder of a run, or its results.json.';
