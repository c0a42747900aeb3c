import { join } from 'node:path';
import type { RunResult } from '#schemas';
import type { Redactor } from '#traffic';
import { journalName } from '../config/files.ts';
import { createJournal } from '../run/journal.ts';
import { redactorFor } from '../run/redactor.ts';
import { openWatchedRun, type WatchedRun, type WatchedRunOptions } from '../run/watched-run.ts';
import { type Certified, writeAll } from './certification.ts';
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
  using journal = createJournal(join(out, journalName));
  const run = openWatchedRun({
    ...options,
    redactor,
    onEvent: (event) => {
      journal.write(event);
      onEvent?.(event);
    },
  });
  return await writeWatchedReports(out, run.end(await work(run)), { config: options.config, env, redactor });
};

export const writeWatchedReports = async (
  out: string,
  result: RunResult,
  { config, env, redactor }: Pick<WatchedOutput, 'config' | 'env'> & { readonly redactor: Redactor },
): Promise<Certified> =>
  await writeAll(out, result, await readEvidence(join(out, journalName), result), {
    formats: config.reports?.formats,
    env,
    redactor,
  });
