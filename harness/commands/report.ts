import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reportFormats } from '#reports';
import type { JournalEvent, RunResult } from '#schemas';
import { writeAll } from '../certification.ts';
import { UsageError } from '../errors.ts';
import { evidenceOf } from '../output/evidence.ts';
import { journalName, prepareOutputFolder } from '../output/folder.ts';
import { readJournal } from '../run/journal.ts';
import { merge } from '../verdicts/merge.ts';
import { settle } from '../verdicts/settle.ts';
import { showCertified } from './show-certified.ts';
import type { Surroundings } from './surroundings.ts';

export interface ReportArgs {
  readonly folders: readonly string[];
  readonly out: string | undefined;
  readonly open: boolean;
}

/** Everything a run writes is a function of its journal, so it can be written again: also of the shards of one run. */
export const rebuildReports = async (args: ReportArgs, surroundings: Surroundings): Promise<number> => {
  const { cwd, env } = surroundings;
  const journals = args.folders.map((folder) => readEvents(resolve(cwd, folder), folder));
  const folder = args.out ?? args.folders[0] ?? '.';
  const out = prepareOutputFolder(folder, cwd);
  const { events, result } = together(journals);
  const certified = await writeAll(out, result, evidenceOf(events, result), { formats: reportFormats, env });
  return showCertified(certified, { folder, open: args.open }, surroundings);
};

/** One journal is settled as it is; several are the shards of one run. */
const together = (
  journals: readonly (readonly JournalEvent[])[],
): { events: readonly JournalEvent[]; result: RunResult } => {
  const [only = [], ...others] = journals;
  if (others.length === 0) return { events: only, result: settle(only) };
  const suites = new Set(journals.flat().flatMap((event) => (event.event === 'run-started' ? [event.suite] : [])));
  if (suites.size > 1)
    throw new UsageError(`These are runs of different suites: ${[...suites].join(', ')}. Give the shards of one run.`);
  return merge(journals);
};

const readEvents = (path: string, given: string) => {
  const file = join(path, journalName);
  const events = existsSync(file) ? readJournal(file) : [];
  if (events[0]?.event === 'run-started') return events;
  throw new UsageError(`${given} has no ${journalName} of a run. Give the output folder of a run.`);
};
