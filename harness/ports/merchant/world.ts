import type { MerchantScenario, MerchantWorld } from '#scenarios';
import type { MerchantTarget } from '#schemas';
import { createRequire } from 'node:module';
import type { CheckCollector } from '../../verdicts/check-collector.ts';
import { createAttemptUnderWay } from '../attempt-under-way.ts';
import { type RunContext, commonWorld } from '../run-context.ts';
import type { MerchantClient } from './call.ts';
import { createMerchantPort } from './port.ts';

export interface MerchantRun
  extends RunContext,
    Required<Pick<MerchantWorld, 'keepsWaiting' | 'triggers' | 'baskets' | 'platform'>> {
  readonly client: MerchantClient;
  readonly hurryFrom: () => number;
  readonly loaded: (basketId: string, scenario: string) => void;
}

/** What a scenario has to do with those beside it. */
export interface Others extends Pick<MerchantWorld, 'suspects'> {
  /** Waits for something while others, whom that does not disturb, may go on; whoever is alone goes on alone afterwards. */
  readonly pause?: (wait: () => Promise<void>) => Promise<void>;
  /** Those that do not belong to `meanwhile` have come to their end. */
  readonly othersOver?: Promise<void>;
}

export const createMerchantWorld = (
  run: MerchantRun,
  scenario: MerchantScenario,
  checks: CheckCollector,
  {
    isBeside = false,
    pause = async (wait) => await wait(),
    othersOver = Promise.resolve(),
    suspects = [],
  }: Others & Pick<MerchantWorld, 'isBeside'> = {},
): MerchantWorld => {
  const { config } = run;
  const target = config.merchant ?? {};
  const claimed = config.capabilities?.merchant ?? {};
  const underWay = createAttemptUnderWay();
  const common = commonWorld(run, scenario, checks, underWay);
  return {
    ...common,
    merchant: createMerchantPort(clientOf(run, scenario), {
      scenario: scenario.id,
      report: (judgement, by) => {
        const { requirement, outcome } = by === 'law' ? underWay.withPlan(judgement) : judgement;
        if (run.inScope(requirement)) checks.report({ requirement, by: by ?? 'schema', outcome });
      },
      observe: run.observe,
      progress: common.progress,
      retrieved: (basketId) => run.loaded(basketId, scenario.id),
    }),
    baskets: run.baskets,
    triggers: run.triggers,
    fixtures: target.fixtures ?? {},
    platform: run.platform,
    claims: {
      // Nothing can be locked at an address nobody knows.
      lock: claimed.lock !== false && target.recalculateUrl !== undefined,
      catalogue: claimed.catalogue !== false,
      basketChange: claimed.basketChange !== false,
      invoice: claimed.invoice !== false,
      orders: claimed.orders !== false,
      limitedStock: claimed.limitedStock !== false,
    },
    deliveryOptionKeys: deliveryOptionKeysOf(target),
    concurrency: target.budget?.concurrency ?? 4,
    keepsWaiting: run.keepsWaiting,
    get hurryFrom() {
      return run.hurryFrom();
    },
    isBeside,
    suspects,
    othersOver: async (withinMs) => await orAfter(run, othersOver, withinMs),
    idle: async (ms) => await pause(async () => await common.clock.sleep(ms, run.signal)),
  };
};

const orAfter = async ({ clock, signal }: MerchantRun, event: Promise<void>, withinMs: number): Promise<void> => {
  const enough = new AbortController();
  const timeout = clock.sleep(withinMs, AbortSignal.any([signal, enough.signal]));
  // Cut short, it is no longer waited for.
  timeout.catch(() => undefined);
  try {
    await Promise.race([event, timeout]);
  } finally {
    enough.abort();
  }
};

/** What runs beside all others waits for something of its own: a basket that expires must not do so while it queues. */
const clientOf = ({ client }: MerchantRun, { phase }: MerchantScenario): MerchantClient => ({
  ...client,
  turns: phase === 'meanwhile' ? client.turnsAhead : client.lane(),
});

const require = createRequire(import.meta.url);

/** The configured keys, or the fifteen of the specification. */
export const deliveryOptionKeysOf = (target: MerchantTarget): readonly string[] =>
  target.deliveryOptionKeys ??
  (require('#schemas/wire/delivery-option-key.json') as { readonly enum: readonly string[] }).enum;
