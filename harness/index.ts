import type { Config, JournalEvent, RunResult } from '#schemas';
import { certifyMerchant } from './certification.ts';
import { checkedConfig } from './config/read.ts';
import { prepareOutputFolder } from './output/folder.ts';

export interface CertifyOptions {
  /** The same as the configuration file holds; checked before anything else. */
  readonly config: Config;
  /** Folder for journal, results and reports. */
  readonly out?: string;
  readonly seed?: number;
  readonly effort?: 'quick' | 'standard' | 'thorough';
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Ends the run; its result then says `interrupted`. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: JournalEvent) => void;
}

/** Certifies a merchant from a program, as `conformance run merchant` does. Throws a UsageError for a bad request. */
export const certify = async (options: CertifyOptions): Promise<RunResult> => {
  const { only = [], skip = [], effort = 'standard', seed = Math.floor(Math.random() * 2 ** 31) } = options;
  const out = prepareOutputFolder(options.out ?? 'conformance-results', process.cwd());
  const { reported } = await certifyMerchant({
    loaded: { config: checkedConfig(options.config, 'config'), file: 'config', secrets: [] },
    out,
    seed,
    effort,
    only,
    skip,
    command: ['run', 'merchant', '--seed', String(seed)],
    env: process.env,
    signal: options.signal ?? new AbortController().signal,
    ...(options.onEvent && { onEvent: options.onEvent }),
  });
  return reported.result;
};

export { UsageError } from './errors.ts';
export type { Config, JournalEvent, RunResult };
