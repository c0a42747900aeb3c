import { join, resolve } from 'node:path';
import { summaryText } from '#reports';
import type { Certified } from '../certification.ts';
import { exitCodes } from '../errors.ts';
import type { Surroundings } from './surroundings.ts';

export interface ShowOptions {
  /** As the user gave it, for the names of the reports. */
  readonly folder: string;
  readonly open: boolean;
}

/** Says what a run came to, and answers with the exit code. */
export const showCertified = (
  { reported, reports, problems }: Certified,
  { folder, open }: ShowOptions,
  surroundings: Surroundings,
): number => {
  const { printer, cwd } = surroundings;
  const { colour, width } = printer;
  const places = reports.map((report) => join(folder, report));
  printer.out(summaryText(reported, { colour, width, reports: places }).trimEnd());
  for (const problem of problems) printer.note(problem);
  if (open && reports.includes('report.html')) surroundings.open(resolve(cwd, folder, 'report.html'));
  const { exitCode } = reported.result;
  // A report that failed is a bug of ours, which must not hide what was found out about the target.
  return problems.length > 0 && exitCode === exitCodes.conformant ? exitCodes.harnessError : exitCode;
};
