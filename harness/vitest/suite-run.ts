import type { Fetch } from '#mocks/hosting';
import { loadAllureStories } from '#reports';
import { inProcessOrigin } from '#traffic';
import type { Config, Party } from '#schemas';
import { withTexts } from '../config/template.ts';
import { checkedConfig, type LoadedConfig, readConfig } from '../config/read.ts';
import type { CertifyOptions } from '../index.ts';
import { misuse, UsageError } from '../config/usage-error.ts';
import { certifyTarget } from '../output/certification.ts';
import { prepareOutputFolder } from '../output/folder.ts';
import { temporaryFolder } from '../output/temporary-folder.ts';
import { drawSeed } from '../plan/seed.ts';
import { untriedIn } from '../verdicts/verdict.ts';

export interface SuiteOptions extends Pick<CertifyOptions, 'seed' | 'effort' | 'only' | 'skip' | 'clock'> {
  /** A configuration file, from the folder the tests run in, or what one holds. Default: conformance.yaml. */
  readonly config?: string | Config;
  /**
   * A web shop as a function, such as `app.fetch` of Hono: it is called in this process, no port is opened. Addresses of
   * the configuration may then begin with a slash.
   */
  readonly fetch?: Fetch;
  /** Folder for journal, results and reports, as the command line leaves them. Default: nothing is left. */
  readonly out?: string;
  /** Whether a run that tried too little to judge fails the test `verdict`. Default: true. */
  readonly strict?: boolean;
  /** How long the whole run may take. Default: ten minutes. */
  readonly timeoutMs?: number;
}

export type SuiteRun = Awaited<ReturnType<typeof runSuite>>;

/** Certifies once, with everything a test has to say about it. */
export const runSuite = async (suite: Party, options: SuiteOptions, signal: AbortSignal) => {
  const { effort = 'standard', seed = drawSeed(Math.random), only, skip, clock, fetch } = options;
  if (fetch !== undefined && suite !== 'merchant') throw new UsageError(`fetch is for a merchant, not for a ${suite}.`);
  const loaded = loadConfig(options);
  if (loaded.config.pos?.tills !== undefined)
    throw misuse('pos.tills', 'in tests one till is certified at a time; give each its own configuration.');
  const isKept = options.out !== undefined;
  using out = isKept
    ? { path: prepareOutputFolder(options.out, process.cwd()), [Symbol.dispose]: () => undefined }
    : temporaryFolder('conformance-vitest');
  const { reported } = await certifyTarget(out.path, {
    ...loaded,
    // What nobody will look at need not be written.
    ...(!isKept && { config: { ...loaded.config, reports: { formats: [] } } }),
    suite,
    seed,
    effort,
    only,
    skip,
    command: ['run', suite, '--seed', String(seed)],
    env: process.env,
    signal,
    clock,
    fetch,
  });
  const { result } = reported;
  return {
    result,
    rows: new Map(result.requirements.map((row) => [row.id, row])),
    /** What keeps the verdict open. */
    untried: untriedIn(result.requirements, loaded.config.tolerate ?? []),
    storyOf: await loadAllureStories(reported),
  };
};

const loadConfig = ({ config, fetch }: SuiteOptions): LoadedConfig => {
  if (config === undefined || typeof config === 'string')
    return readConfig({ file: config, cwd: process.cwd(), env: process.env });
  const whole = fetch === undefined ? config : (withOrigin(config) as Config);
  return { config: checkedConfig(whole, 'config'), file: 'config', secrets: [] };
};

/** Every address of the configuration that begins with a slash, below an origin: `merchant.…Url` and `triggers.….http.url`. */
const withOrigin = (config: unknown): unknown =>
  withTexts(config, (text, place) =>
    /url$/i.test(place) && text.startsWith('/') ? `${inProcessOrigin}${text}` : text,
  );
