import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ExpectedFailure, RunResult } from '#schemas';
import { proposedFailures } from '../../verdicts/proposed-failures.ts';
import { writeTextFile } from '../../config/text-file.ts';
import { misuse } from '../../config/usage-error.ts';
import { journalIn } from '../../output/run-journal.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';

type WriteExpectedArgs = Pick<CommandArgs['run'], 'writeExpected' | 'force'>;

const key = '--write-expected';

/** Before the run: a file that is there is not overwritten unless that is asked for. */
export const checkExpectedFile = ({ writeExpected, force }: WriteExpectedArgs, { cwd }: CliContext): void => {
  if (writeExpected === undefined || force || !existsSync(resolve(cwd, writeExpected))) return;
  throw misuse(key, `${writeExpected} exists already. --force overwrites it.`);
};

/** Proposes the failures of a run, whose journals lie in `folders`, as known ones. What a run came to stays what it is. */
export const writeExpectedFile = (
  { writeExpected }: WriteExpectedArgs,
  result: RunResult,
  folders: readonly string[],
  { cwd, printer }: CliContext,
): void => {
  if (writeExpected === undefined) return;
  if (result.verdict === 'not-judged' || result.verdict === 'harness-error') {
    printer.note(`${writeExpected} was not written: the run is ${result.verdict}, so its failures are not known.`);
    return;
  }
  writeTextFile(resolve(cwd, writeExpected), proposedFailures(result, knownIn(folders, cwd)), key, writeExpected);
  printer.note(`${writeExpected} proposes expectedFailures: fill in the reasons and put them into the configuration.`);
};

/** The failures that were known when the run began: from its journal, where no secret of the configuration stands. */
const knownIn = (folders: readonly string[], cwd: string): readonly ExpectedFailure[] => {
  const known = folders
    .flatMap((folder) => journalIn(folder, cwd))
    .flatMap((event) => (event.event === 'run-started' ? event.settling.expectedFailures : []));
  return [...new Map(known.map((one) => [`${one.id} ${one.cause ?? ''}`, one])).values()];
};
