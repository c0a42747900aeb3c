import { join } from 'node:path';
import { journalName } from '../config/run-files.ts';
import { createJournal } from '../run/journal.ts';
import { redactorFor } from '../run/redactor.ts';
import { openWatchedRun, type WatchedRun, type WatchedRunOptions } from '../run/watched-run.ts';
import type { Certified } from './certification.ts';
import { writeAll } from './certification.ts';
import { readEvidence } from './evidence.ts';
import { clearEarlierRun } from './folder.ts';

export interface WatchedOutput extends Omit<WatchedRunOptions, 'onEvent' | 'redactor'> {
  /** Values besides those the configuration names as such that must never be written. */
  readonly secrets?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onEvent?: WatchedRunOptions['onEvent'] | undefined;
}

/** Watches until `work` is done, and leaves the journal, the results and the reports in `out`, an absolute path. */
export const writeWatched = async (
  out: string,
  { env, secrets, onEvent, ...options }: WatchedOutput,
  work: (run: WatchedRun) => Promise<'completed' | 'interrupted'>,
): Promise<Certified> => {
  const redactor = redactorFor(options.config, secrets);
  clearEarlierRun(out, { keepReplays: false });
  const path = join(out, journalName);
  using journal = createJournal(path);
  const run = openWatchedRun({
    ...options,
    redactor,
    onEvent: (event) => {
      journal.write(event);
      onEvent?.(event);
    },
  });
  const result = run.end(await work(run));
  return await writeAll(out, result, await readEvidence(path, result), {
    formats: options.config.reports?.formats,
    env,
    redactor,
  });
};
