import { serve } from '#mocks/hosting';
import {
  createReferenceMerchant,
  type MerchantFaultId,
  type MerchantVariant,
  merchantFault,
  merchantVariants,
} from '#mocks/merchant';
import { createWarpClock } from '#mocks/time';
import type { RequirementId, RunResult } from '#schemas';
import { run } from '../run/session.ts';
import { createTriggers } from '../targets/triggers.ts';

/** A reference merchant, conformant when it has no fault. */
export interface Suspect {
  readonly variant: MerchantVariant;
  readonly fault?: MerchantFaultId;
}

/** What certifying a suspect came to, held against what its fault declares. */
export interface Proof extends Suspect {
  /** Declared by the fault and reported. */
  readonly caught: readonly string[];
  /** Declared by the fault and not reported: the check cannot catch its defect. */
  readonly missed: readonly RequirementId[];
  /** Reported and not declared: a false alarm, or charged to the wrong requirement. */
  readonly astray: readonly string[];
  /** Not exercised although every fixture and trigger is there. */
  readonly silent: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  readonly result: RunResult;
}

/** Every suspect: each reference merchant as it should be, and with each fault it can have. */
export const suspects = (faults: readonly MerchantFaultId[]): readonly Suspect[] =>
  merchantVariants.flatMap((variant) => [
    { variant },
    ...faults
      .filter((fault) => merchantFault(fault).variants?.includes(variant) ?? true)
      .map((fault) => ({ variant, fault })),
  ]);

/**
 * Certifies a suspect over a real socket. Harness and merchant share one warped clock, so that 8 second limits and
 * expiries are tried for real and take milliseconds.
 */
export const prove = async ({ variant, fault }: Suspect, seed = 1): Promise<Proof> => {
  const startedAt = performance.now();
  const clock = createWarpClock();
  const merchant = createReferenceMerchant({ variant, clock, faults: fault === undefined ? [] : [fault] });
  let requests = 0;
  await using host = await serve((request) => {
    requests++;
    return merchant.fetch(request);
  });
  const config = merchant.configuration(host.url);
  const { signal } = new AbortController();
  const result = await run({
    suite: 'merchant',
    config,
    seed,
    effort: 'quick',
    only: [],
    skip: [],
    clock,
    signal,
    triggers: createTriggers(config.triggers, { signal }),
    journal: () => {},
    command: ['run', 'merchant'],
  });
  const declared: readonly RequirementId[] = fault === undefined ? [] : merchantFault(fault).breaks;
  const withStatus = (...statuses: readonly string[]) =>
    result.requirements.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const reported = withStatus('failed', 'warning');
  return {
    variant,
    ...(fault !== undefined && { fault }),
    caught: declared.filter((id) => reported.includes(id)),
    missed: declared.filter((id) => !reported.includes(id)),
    astray: reported.filter((id) => !declared.some((other) => other === id)),
    silent: withStatus('not-exercised'),
    requests,
    durationMs: performance.now() - startedAt,
    result,
  };
};
