import { serve } from '#mocks/hosting';
import { createWarpClock } from '#mocks/time';
import type { RequirementId, RunResult } from '#schemas';
import { run } from '../run/session.ts';
import { createTriggers } from '../targets/triggers.ts';
import { peers, type Provable } from './peers.ts';

/** A reference peer, conformant when it has no fault. */
export interface Suspect {
  readonly party: Provable;
  readonly variant: string;
  readonly fault?: string;
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

/** Every suspect of a party: each reference peer as it should be, and with each of these faults it can have. */
export const suspects = (party: Provable, faults: readonly string[]): readonly Suspect[] => {
  const { variants, faults: known } = peers[party];
  return variants.flatMap((variant) => [
    { party, variant },
    ...faults
      .filter((fault) => known[fault]?.variants?.includes(variant) ?? true)
      .map((fault) => ({ party, variant, fault })),
  ]);
};

/**
 * Certifies a suspect over a real socket. Harness and peer share one warped clock, so that 8 second limits and
 * expiries are tried for real and take milliseconds.
 */
export const prove = async ({ party, variant, fault }: Suspect, seed = 1): Promise<Proof> => {
  const startedAt = performance.now();
  const clock = peers[party].clock ?? createWarpClock();
  const peer = peers[party].create(variant, fault, clock);
  let requests = 0;
  await using host = await serve((request) => {
    requests++;
    return peer.fetch(request);
  });
  const config = peer.configuration(host.url);
  const { signal } = new AbortController();
  const result = await run({
    suite: party,
    config,
    seed,
    effort: 'quick',
    only: [],
    skip: [],
    clock,
    signal,
    triggers: createTriggers(config.triggers, { signal }),
    journal: () => {},
    command: ['run', party],
  });
  await peer.stop?.();
  const declared: readonly RequirementId[] = fault === undefined ? [] : (peers[party].faults[fault]?.breaks ?? []);
  const withStatus = (...statuses: readonly string[]) =>
    result.requirements.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const reported = withStatus('failed', 'warning');
  return {
    party,
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
