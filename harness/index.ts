import type { Clock } from '#mocks/time';
import { type Scenario, scenariosOf } from '#scenarios';
import type { Config, Effort, JournalEvent, Party, RunResult } from '#schemas';
import { type Certification, certifyTarget, judgeTarget } from './output/certification.ts';
import { certifyTills, judgeTills } from './output/certify-tills.ts';
import { drawSeed } from './plan/seed.ts';
import { checkedConfig, type LoadedConfig } from './config/read.ts';
import { type OneTill, tillsOf } from './config/tills.ts';
import { UsageError } from './config/usage-error.ts';
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
  readonly effort?: Effort;
  /** Only these requirements, areas or scenarios. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Of your own, run beside ours; each covers requirements of the suite and has an id of its own. */
  readonly scenarios?: readonly Scenario[];
  /** Ends the run; its result is then `interrupted`. */
  readonly signal?: AbortSignal;
  /** Time as the harness sees it; the real one unless told. */
  readonly clock?: Clock;
  readonly onEvent?: (event: JournalEvent) => void;
}

/** Certifies a target from a program, as `conformance run` does. Throws a UsageError for a bad request. */
export const certify = async (options: CertifyOptions): Promise<RunResult> => {
  const { effort = 'standard', seed = drawSeed(Math.random), out, suite = 'merchant' } = options;
  const loaded: LoadedConfig = { config: checkedConfig(options.config, 'config'), file: 'config', secrets: [] };
  const certification: Certification = {
    ...loaded,
    suite,
    seed,
    effort,
    only: options.only,
    skip: options.skip,
    command: ['run', suite, ...(out === undefined ? [] : ['--out', out]), '--seed', String(seed)],
    env: process.env,
    signal: options.signal ?? new AbortController().signal,
    clock: options.clock,
    onEvent: options.onEvent,
    scenarios: withOwn(suite, options.scenarios),
  };
  const tills = suite === 'pos' ? tillsOf(loaded) : undefined;
  if (tills !== undefined) {
    const certificationOf = ({ name, loaded: of }: OneTill): Certification => ({
      ...certification,
      ...of,
      command: [...certification.command, '--till', name],
    });
    if (out === undefined) return await judgeTills({ tills, certificationOf });
    return (await certifyTills(prepareOutputFolder(out, process.cwd()), { tills, certificationOf })).result;
  }
  if (out === undefined) return await judgeTarget(certification);
  const { reported } = await certifyTarget(prepareOutputFolder(out, process.cwd()), certification);
  return reported.result;
};

const withOwn = (suite: Party, own: readonly Scenario[] = []): readonly Scenario[] => {
  const scenarios = [...scenariosOf[suite], ...own];
  const foreign = own.find(({ party }) => party !== suite);
  if (foreign !== undefined) throw new UsageError(`${foreign.id} is a scenario of the ${foreign.party} suite.`);
  const taken = own.find(({ id }) => scenarios.filter((other) => other.id === id).length > 1);
  if (taken !== undefined) throw new UsageError(`There is another scenario ${taken.id}. Give yours an id of its own.`);
  return scenarios;
};

export { UsageError };
export type { Config, JournalEvent, RunResult };
