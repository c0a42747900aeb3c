import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';

export const journalName = 'journal.ndjson';
/** What a target that we started wrote to its terminal. */
export const targetLogName = 'target.log';

/** What a run leaves in its folder. */
export const ofARun: readonly string[] = [
  'results.json',
  journalName,
  targetLogName,
  'exchanges.har',
  'junit.xml',
  'report.html',
  'report.md',
  'allure-results',
  'allure-report',
  'replays',
];

/** Makes the folder, or says in one sentence why it cannot be written to: before the run, not after it. */
export const prepareOutputFolder = (folder: string, cwd: string): string => {
  const path = resolve(cwd, folder);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    // Root passes every access check, and a read-only file system shows only when written to.
    const probe = join(path, '.conformance-probe');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new UsageError(`The output folder ${folder} cannot be written to (${why(error)}). Give another with --out.`, {
      key: '--out',
    });
  }
  return path;
};

/** Removes what an earlier run left: only from a folder whose journal shows that it was a run's. */
export const clearEarlierRun = (path: string, { keepReplays }: { readonly keepReplays: boolean }): void => {
  if (!existsSync(join(path, journalName))) return;
  const stale = keepReplays ? ofARun.filter((name) => name !== 'replays') : ofARun;
  for (const name of stale) rmSync(join(path, name), { recursive: true, force: true });
};

const why = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is a file';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission';
  if (code === 'EROFS') return 'the file system is read-only';
  return code ?? message;
};
