import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from '#schemas';
import { journalName, resultsName } from '../config/run-files.ts';

/** The tills a folder without a journal of its own tells about; each has a folder of that name inside. */
export const tillsIn = (path: string): readonly string[] => {
  const results = join(path, resultsName);
  if (existsSync(join(path, journalName)) || !existsSync(results)) return [];
  try {
    const { tills = [] } = Object(JSON.parse(readFileSync(results, 'utf8'))) as Partial<RunResult>;
    return tills.map(({ name }) => name);
  } catch {
    // Not written by us, or not to its end.
    return [];
  }
};
