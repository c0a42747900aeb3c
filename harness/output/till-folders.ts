import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { journalName, resultsName } from '../config/files.ts';
import { resultIn } from './read-result.ts';

/** The tills a folder without a journal of its own tells about; each has a folder of that name inside. */
export const tillsIn = (path: string): readonly string[] => {
  const results = join(path, resultsName);
  if (existsSync(join(path, journalName)) || !existsSync(results)) return [];
  const result = resultIn(results);
  // Not written by us, or not to its end.
  if (typeof result === 'string') return [];
  // Validated: a name is one folder, and never a path.
  const { tills = [] } = result;
  return tills.map(({ name }) => name).filter((name) => isFolder(join(path, name)));
};

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
