import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compared, comparisonMarkdown, comparisonText } from '#reports';
import type { RunResult } from '#schemas';
import { misuse, UsageError } from '../../config/usage-error.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { journalName, resultsName } from '../../config/files.ts';
import { prepareOutputFolder } from '../../output/folder.ts';
import { journalIn } from '../../output/run-journal.ts';
import { writeReportFile } from '../../output/report-file.ts';
import { resultIn } from '../../output/read-result.ts';
import { startsOf } from '../../verdicts/merge.ts';
import { settle } from '../../verdicts/settle.ts';
import { notOneRun } from '../../verdicts/shards.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

export interface CompareArgs {
  readonly folders: readonly string[];
  readonly out: string | undefined;
}

/** `conformance report --compare OLD NEW`: 1 when something broke or vanished. */
export const compareRuns = async (
  args: CompareArgs,
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
