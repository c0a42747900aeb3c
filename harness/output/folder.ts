import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { journalName, ofARun, replaysName, resultsBeforeName, resultsName, runEvidence } from '../config/files.ts';
import { UsageError } from '../config/usage-error.ts';
import { inside } from './inside.ts';

/** The files a run left in its folder, relative to it, in a fixed order. */
export const evidenceFiles = (folder: string): readonly string[] =>
  runEvidence.flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [name];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((inside) => statSync(join(path, inside)).isFile())
      .map((inside) => [name, ...inside.split(sep)].join('/'))
      .sort();
  });

/** Makes the folder, or says in one sentence why it cannot be written to: before the run, not after it. */
export const prepareOutputFolder = (folder: string, cwd: string): string => {
  const path = resolve(cwd, folder);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    // Root passes every access check, and a read-only file system shows only when written to.
    const probe = join(path, '.conformance-probe');
    rmSync(probe, { force: true });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    throw new UsageError(
      `The output folder ${folder} cannot be written to (${why(error)}). Give another with --out.`,
      '--out',
    );
  }
  // Before the run, not after it: what a run writes must not lead elsewhere.
  for (const name of ofARun) inside(path, name);
  return path;
};

/** Removes what an earlier run left: only from a folder whose journal shows that it was a run's. */
export const clearEarlierRun = (path: string, { keepReplays }: { readonly keepReplays: boolean }): void => {
  if (!existsSync(join(path, journalName))) return;
  clearReports(path, keepReplays);
  rmSync(join(path, journalName), { recursive: true, force: true });
};

/** The same, of a watch that is started again: its journal stays, named by the time it ended. True where there was one. */
export const setEarlierWatchAside = (path: string): boolean => {
  const journal = join(path, journalName);
  if (!existsSync(journal)) return false;
  clearReports(path, false);
  const ended = statSync(journal).mtime.toISOString().replaceAll(':', '-');
  renameSync(journal, inside(path, journalName.replace('.', `-${ended}.`)));
  return true;
};

/**
 * The journal goes last: a kill in between must not leave reports that nobody would know to be an earlier run's. The result
 * stays under another name, to be compared with.
 */
const clearReports = (path: string, keepReplays: boolean): void => {
  if (existsSync(join(path, resultsName))) renameSync(join(path, resultsName), inside(path, resultsBeforeName));
  for (const name of ofARun)
    if (name !== journalName && name !== resultsBeforeName && !(keepReplays && name === replaysName))
      rmSync(join(path, name), { recursive: true, force: true });
};

const why = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is a file';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission';
  if (code === 'EROFS') return 'the file system is read-only';
  return code ?? message;
};
