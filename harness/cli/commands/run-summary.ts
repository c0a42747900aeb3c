import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compared, inWords, summaryText, typed } from '#reports';
import type { RequirementResult, RunResult } from '#schemas';
import { pageName, resultsName } from '../../config/files.ts';
import type { Certified } from '../../output/certification.ts';
import type { CertifiedTills } from '../../output/certify-tills.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { quoted } from '../../verdicts/replay-command.ts';
import type { CliContext } from '../cli-context.ts';
import { columns } from '../terminal/columns.ts';
import type { Answered } from '../terminal/printer.ts';

export interface ShowOptions {
  /** As the user gave it, for the names of the reports. */
  readonly folder: string;
  readonly open: boolean;
  /** The folder of the run that this one repeats, by its name. */
  readonly repeats?: string | undefined;
}

export const showCertified = (
  { reported, reports, problems }: Certified,
  { folder, open, repeats }: ShowOptions,
  context: CliContext,
): Answered<'run-answer'> => {
  const { printer, cwd } = context;
  const { colour, width } = printer;
  const places = reports.map((report) => join(folder, report));
  printer.inked(summaryText(reported, { colour, width, reports: places }).trimEnd());
  if (reported.before !== undefined)
    printer.out(`since   the run before: ${inWords(compared(reported.before, reported.result))}`);
  if (repeats !== undefined && existsSync(resolve(cwd, repeats, resultsName)))
    printer.out(`compare ${typed(`conformance report --compare ${quoted(repeats)} ${quoted(folder)}`)}`);
  for (const problem of problems) printer.note(problem);
  if (open && reports.includes(pageName)) context.open(resolve(cwd, folder, pageName));
  const { exitCode } = reported.result;
  // A report that failed is a bug of ours, which must not hide what was found out about the target.
  const code = problems.length > 0 && exitCode === exitCodes.conformant ? exitCodes.harnessError : exitCode;
  return { code, answer: { folder, reports, problems, result: whatToLookAt(reported.result) } };
};

const unremarkable: readonly RequirementResult['status'][] = ['passed', 'not-applicable', 'filtered'];

/** Without the hundred rows that ask nothing of anybody. */
export const whatToLookAt = (result: RunResult): RunResult => ({
  ...result,
  requirements: result.requirements.filter(({ status }) => !unremarkable.includes(status)),
  scenarios: result.scenarios.filter(({ status }) => status === 'broken'),
});

/** Says what each of several tills came to, then all of them together, and answers with the exit code. */
export const showTills = (
  { tills, result }: CertifiedTills,
  { folder, open, repeats }: ShowOptions,
  context: CliContext,
): Answered<'run-answer'> => {
  const { printer } = context;
  const each = tills.map(({ name, certified }) =>
    showCertified(
      certified,
      { folder: join(folder, name), open: false, repeats: repeats === undefined ? undefined : join(repeats, name) },
      context,
    ),
  );
  const rows = tills.map(({ name, certified: { reported } }) => {
    const { verdict, counts } = reported.result;
    return [name, verdict, `${counts['passed']} of ${counts['requirements']} passed`, join(folder, name)];
  });
  const together = ['together', result.verdict, `exit code ${result.exitCode}`, join(folder, pageName)];
  printer.out(`\n${columns([...rows, together])}`);
  if (open) context.open(resolve(context.cwd, folder, pageName));
  // A report of one of them that could not be written is a bug of ours.
  const isBroken = result.exitCode === exitCodes.conformant && each.some(({ code }) => code !== exitCodes.conformant);
  const reports = each.flatMap(({ answer }, at) => answer.reports.map((path) => join(tills[at]?.name ?? '', path)));
  return {
    code: isBroken ? exitCodes.harnessError : result.exitCode,
    answer: {
      folder,
      reports: [resultsName, pageName, ...reports],
      problems: each.flatMap(({ answer }) => answer.problems),
      result: whatToLookAt(result),
    },
  };
};
