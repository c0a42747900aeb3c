import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunResult, validate } from '#schemas';
import { journalName, resultsName } from '../config/files.ts';

/** The tills a folder without a journal of its own tells about; each has a folder of that name inside. */
export const tillsIn = (path: string): readonly string[] => {
  const results = join(path, resultsName);
  if (existsSync(join(path, journalName)) || !existsSync(results)) return [];
  let result: unknown;
  try {
    result = JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    // Not written by us, or not to its end.
    return [];
  }
  if (validate('result', result).length > 0) return [];
  // Just validated: a name is one folder, and never a path.
  const { tills = [] } = result as RunResult;
  return tills.map(({ name }) => name).filter((name) => isFolder(join(path, name)));
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
