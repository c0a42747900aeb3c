import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JournalEvent } from '#schemas';
import { UsageError } from '../config/usage-error.ts';
import { readJournal } from '../run/journal.ts';
import { journalName } from '../config/files.ts';
import { tillsIn } from './till-folders.ts';

/** The journal of the run in a folder, as the user names it. Throws a UsageError where there is none. */
export const journalIn = (folder: string, cwd: string): readonly JournalEvent[] => {
  const file = join(resolve(cwd, folder), journalName);
  const events = existsSync(file) ? readJournal(file) : [];
  if (events[0]?.event === 'run-started') return events;
  const tills = tillsIn(resolve(cwd, folder)).map((name) => join(folder, name));
  const valid = tills.length === 0 ? 'the output folder of a run' : `the one of a till: ${tills.join(', ')}`;
  throw new UsageError(`${folder} has no ${journalName} of a run. Give ${valid}.`);
};
