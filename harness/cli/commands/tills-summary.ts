import { join, resolve } from 'node:path';
import type { CertifiedTills } from '../../output/certify-tills.ts';
import { pageName, resultsName } from '../../config/files.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import { columns } from '../terminal/columns.ts';
import { type ShowOptions, showCertified, whatToLookAt } from './run-summary.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

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
