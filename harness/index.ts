import type { Clock } from '#mocks/time';
import type { Config, JournalEvent, Party, RunResult } from '#schemas';
import { type Certification, certifyTarget, judgeTarget } from './certification.ts';
import { certifyTills, judgeTills } from './certify-tills.ts';
import { drawSeed } from './config/run-options.ts';
import { checkedConfig } from './config/read.ts';
import { type OneTill, tillsOf } from './config/tills.ts';
import { prepareOutputFolder } from './output/folder.ts';

export interface CertifyOptions {
  /** The same as the configuration file holds; checked before anything else. */
  readonly config: Config;
  /** Default: merchant. */
  readonly suite?: Party;
  /** Folder for journal, results and reports; without it nothing is written. */
  readonly out?: string;
  /** Random when not given; the result names it. */
  readonly seed?: number;
  readonly effort?: 'quick' | 'standard' | 'thorough';
  /** Only these requirements, areas or scenarios. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Ends the run; its result is then `interrupted`. */
  readonly signal?: AbortSignal;
  /** Time as the harness sees it; the real one unless told. */
  readonly clock?: Clock;
  readonly onEvent?: (event: JournalEvent) => void;
}

/** Certifies a target from a program, as `conformance run` does. Throws a UsageError for a bad request. */
export const certify = async (options: CertifyOptions): Promise<RunResult> => {
  const { only = [], skip = [], effort = 'standard', seed = drawSeed(Math.random), out, suite = 'merchant' } = options;
  const certification: Certification = {
    suite,
    loaded: { config: checkedConfig(options.config, 'config'), file: 'config', secrets: [] },
    seed,
    effort,
    only,
    skip,
    command: ['run', suite, '--seed', String(seed)],
    env: process.env,
    signal: options.signal ?? new AbortController().signal,
    clock: options.clock,
    onEvent: options.onEvent,
  };
  const tills = suite === 'pos' ? tillsOf(certification.loaded) : undefined;
  if (tills !== undefined) {
    const certificationOf = ({ name, loaded }: OneTill): Certification => ({
      ...certification,
      loaded,
      command: [...certification.command, '--till', name],
    });
    if (out === undefined) return await judgeTills({ tills, certificationOf });
    return (await certifyTills(prepareOutputFolder(out, process.cwd()), { tills, certificationOf })).result;
  }
  if (out === undefined) return await judgeTarget(certification);
  const { reported } = await certifyTarget(prepareOutputFolder(out, process.cwd()), certification);
  return reported.result;
};

export { UsageError } from './errors.ts';
export type { Config, JournalEvent, RunResult };
