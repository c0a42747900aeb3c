import type { Dispatcher } from 'undici';
import type { Fetch } from '#mocks/hosting';
import type { Config } from '#schemas';
import { toBody } from '#traffic';
import { createOutbound } from '../client/outbound.ts';
import type { LoadedConfig } from '../config/read.ts';
import { merchantTarget } from '../config/configured-targets.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { platformTarget, type PlatformTarget } from '../config/configured-targets.ts';
import { tillTarget } from '../config/configured-targets.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { createInProcessDispatcher } from '../client/in-process.ts';
import { type DoctorDeps, examineMerchant } from './merchant-doctor.ts';
import { createTriggers } from '../targets/triggers.ts';
import { failure as failed, fine, type SetUpCheck } from './set-up-check.ts';
import { examineTill } from './till-doctor.ts';

/** A configuration, and what messages call it. */
export type SetUp = Pick<LoadedConfig, 'config' | 'file'>;

/** The doctor's look at one set-up, with the connections it takes. */
export interface Examination extends AsyncDisposable {
  /** For calls to the target, and for its triggers. */
  readonly dispatcher: Dispatcher | undefined;
  readonly examine: () => Promise<readonly SetUpCheck[]>;
}

export interface ExaminationDeps extends Pick<DoctorDeps, 'clock' | 'signal' | 'env'> {
  /** Answers the calls to a merchant in this process. */
  readonly fetch?: Fetch | undefined;
  /** Whether to try fixtures, and triggers that change nothing; before a run, which uses them, there is no need. */
  readonly isThorough?: boolean;
}

/** A run starts our platform: what that refuses is refused before. */
const mustBeOurs = (config: Config): void => void platformSettings(config);

/** By suite. Each throws a UsageError for a configuration there is nothing to certify in. */
export const examinations = {
  merchant: ({ config, file }: SetUp, deps: ExaminationDeps): Examination => {
    const target = merchantTarget(config, file);
    const { fetch, signal } = deps;
    const dispatcher = fetch === undefined ? createDispatcher(target, deps.env) : createInProcessDispatcher(fetch);
    return {
      dispatcher,
      examine: () =>
        examineMerchant(config, target, {
          ...deps,
          dispatcher,
          isInProcess: fetch !== undefined,
          ...(deps.isThorough === true && {
            triggers: createTriggers(config.triggers, { signal, dispatcher }),
            triesFixtures: true,
          }),
        }),
      [Symbol.asyncDispose]: () => dispatcher.destroy(),
    };
  },
  pos: ({ config, file }: SetUp, deps: ExaminationDeps): Examination => {
    const target = tillTarget(config, file);
    mustBeOurs(config);
    const dispatcher = createDispatcher({}, deps.env);
    return {
      dispatcher,
      examine: () => examineTill(config, target, deps),
      [Symbol.asyncDispose]: () => dispatcher.destroy(),
    };
  },
  platform: ({ config, file }: SetUp, deps: ExaminationDeps): Examination => {
    const target = platformTarget(config, file);
    if (target === undefined) mustBeOurs(config);
    return {
      dispatcher: undefined,
      examine: async () => [await examinePlatform(target, deps)],
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  },
};

/** Whether platform and control driver answer at all; our own mock does. */
const examinePlatform = async (
  target: PlatformTarget | undefined,
  { clock, signal, env }: Pick<DoctorDeps, 'clock' | 'signal' | 'env'>,
): Promise<SetUpCheck> => {
  if (target === undefined) return fine('platform', 'our own mock is certified');
  const dispatcher = createDispatcher({}, env);
  const outbound = createOutbound({ dispatcher, clock, signal });
  const get = async (url: string) => await outbound({ method: 'GET', url, headers: {}, timeoutMs: 10_000 });
  try {
    const { failure } = await get(target.url);
    if (failure !== undefined) return no('platform.url', `${target.url} does not answer: ${failure.message}`);
    const { bytes, failure: silence } = await get(`${target.controlUrl}/clock`);
    if (silence !== undefined)
      return no('platform.controlUrl', `${target.controlUrl} does not answer: ${silence.message}`);
    const { json } = toBody(bytes);
    return json.ok && typeof Object(json.value).now === 'number'
      ? fine('platform', `${target.url} and its control driver answer`)
      : no('platform.controlUrl', `${target.controlUrl}/clock tells no time, so it is no control driver`);
  } finally {
    await dispatcher.destroy();
  }
};

const no = (key: string, why: string): SetUpCheck => failed('platform', `${why}.`, key);
