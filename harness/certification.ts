import { join } from 'node:path';
import { systemClock } from '#mocks/time';
import type { Exchange, JournalEvent, ReplayPlan, RunResult } from '#schemas';
import type { Reported } from '#reports';
import type { MerchantTriggerInputs } from '#scenarios';
import type { LoadedConfig } from './config/read.ts';
import { merchantTarget } from './config/merchant-settings.ts';
import { examineMerchant } from './doctor/merchant-doctor.ts';
import { refusal } from './doctor/set-up-check.ts';
import { createDispatcher } from './exchanges/dispatcher.ts';
import { clearEarlierRun } from './output/folder.ts';
import { writeReplays } from './output/replays.ts';
import { defaultFormats, type ReportOptions, type Written, writeReports } from './output/reports.ts';
import { createJournal, readJournal } from './run/journal.ts';
import { run } from './run/session.ts';
import type { Prompter } from './targets/manual-trigger.ts';
import { createTriggers } from './targets/triggers.ts';

/** One run of the merchant suite, from a checked configuration to the files it leaves. */
export interface Certification {
  readonly loaded: LoadedConfig;
  /** Absolute path of a folder that can be written to. */
  readonly out: string;
  readonly seed: number;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly replay?: ReplayPlan | undefined;
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  /** The command line that repeats this run, without the program's name. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly prompter?: Prompter | undefined;
  readonly onEvent?: (event: JournalEvent) => void;
  /** What a long step says it is doing. */
  readonly onProgress?: (scenario: string, text: string) => void;
}

export interface Certified extends Written {
  readonly reported: Reported;
}

export const journalName = 'journal.ndjson';

export const certifyMerchant = async (certification: Certification): Promise<Certified> => {
  const { loaded, out, env, signal, prompter, onEvent, onProgress } = certification;
  const { config, file, secrets } = loaded;
  const target = merchantTarget(config, file);
  const dispatcher = createDispatcher(target, env);
  clearEarlierRun(out, { keepReplays: certification.replay !== undefined });
  const journal = createJournal(join(out, journalName));
  try {
    const result = await run({
      ...certification,
      suite: 'merchant',
      config,
      secrets,
      clock: systemClock,
      triggers: createTriggers<MerchantTriggerInputs>(config.triggers, { signal, dispatcher, prompter }),
      journal: (event) => {
        journal.write(event);
        onEvent?.(event);
      },
      preflight: async () => {
        const no = refusal(await examineMerchant(config, target, { clock: systemClock, signal, dispatcher, env }));
        return no === undefined ? { ok: true } : { ok: false, reason: no };
      },
      ...(onProgress && { progress: onProgress }),
    });
    const events = readJournal(join(out, journalName));
    return await writeAll(out, result, events, { formats: config.reports?.formats ?? defaultFormats, env });
  } finally {
    journal[Symbol.dispose]();
    await dispatcher.destroy();
  }
};

/** Everything a folder holds beside its journal. */
export const writeAll = async (
  out: string,
  result: RunResult,
  events: readonly JournalEvent[],
  options: ReportOptions,
): Promise<Certified> => {
  const reported = { result, exchanges: exchangesOf(events) };
  writeReplays(out, events);
  return { reported, ...(await writeReports(out, reported, options)) };
};

const exchangesOf = (events: readonly JournalEvent[]): ReadonlyMap<number, Exchange> =>
  new Map(events.flatMap((event) => (event.event === 'exchange' ? [[event.exchange.n, event.exchange]] : [])));
