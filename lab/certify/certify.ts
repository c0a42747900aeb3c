import { type Fetch, serve } from '#mocks/hosting';
import { type Clock, createWarpClock } from '#mocks/time';
import type { Config, Effort, JournalEvent, RunResult } from '#schemas';
import { run } from '#harness/run/session';
import type { Peer } from '#harness/targets/reference-peers';
import { createTriggers } from '#harness/targets/triggers';
import { type Catch, createCatches } from './catches.ts';
import { peers, type Provable } from '../faults/index.ts';

/** A reference peer, conformant when it has no fault. */
export interface Suspect {
  readonly party: Provable;
  readonly variant: string;
  readonly fault?: string;
}

/** What stands between harness and peer, for both directions of calls. */
export interface Between {
  /** Calls of the harness to the peer. */
  readonly toPeer: (peer: Fetch) => Fetch;
  /** Calls of the peer to the platform the harness serves. */
  readonly toPlatform: (platform: Fetch) => Fetch;
}

export interface Certified {
  readonly config: Config;
  readonly result: RunResult;
  readonly catches: readonly Catch[];
  readonly requests: number;
  /** Real milliseconds, and those on the clock of the run. */
  readonly durationMs: number;
  readonly runMs: number;
}

export interface CertifyOptions {
  readonly seed?: number;
  /** Default: `quick`. */
  readonly effort?: Effort;
  /** The clock of a peer that is certified again. */
  readonly clock?: Clock;
  /** The peer, when none of the known ones. */
  readonly create?: (clock: Clock) => Peer;
  readonly between?: (world: { readonly config: Config; readonly clock: Clock }) => Between;
  /** Calls to a merchant that may be under way at once. Default: as its configuration says. */
  readonly concurrency?: number;
  /** The first breach ends the run; its result is then `interrupted`. */
  readonly untilCaught?: boolean;
  /** Gets every event of the run. */
  readonly onEvent?: (event: JournalEvent) => void;
}

/**
 * Certifies a suspect over a real socket. Harness and peer share one warped clock, so that 8 second limits and
 * expiries are tried for real and take milliseconds; a process certifies one suspect at a time.
 */
export const certify = async ({ party, variant, fault }: Suspect, options: CertifyOptions = {}): Promise<Certified> => {
  const { seed = 1, effort = 'quick', untilCaught = false } = options;
  await peers[party].prepare?.(variant);
  const startedAt = performance.now();
  const clock = options.clock ?? peers[party].clock ?? createWarpClock();
  const peer =
    options.create?.(clock) ?? peers[party].create(variant, clock, { faults: fault === undefined ? [] : [fault] });
  const catches = createCatches(() => clock.now());
  let toPeer: Fetch = peer.fetch;
  await using host = await serve((request) => toPeer(request));
  const config = withConcurrency(peer.configuration(host.url), options.concurrency);
  const between = options.between?.({ config, clock });
  if (between !== undefined) toPeer = between.toPeer(peer.fetch);
  const enough = new AbortController();
  const result = await run({
    suite: party,
    config,
    seed,
    effort,
    clock,
    signal: enough.signal,
    triggers: createTriggers(config.triggers, { signal: enough.signal }),
    onEvent: (event) => {
      catches.add(event);
      options.onEvent?.(event);
      if (untilCaught && catches.all().length > 0 && !enough.signal.aborted) enough.abort(new Error('caught'));
    },
    command: ['run', party],
    ...(between && { serve: async (fetch, listen) => await serve(between.toPlatform(fetch), listen) }),
  });
  await peer.stop?.();
  return {
    config,
    result,
    catches: catches.all(),
    requests: catches.requests(),
    durationMs: Math.round(performance.now() - startedAt),
    runMs: Date.parse(result.finishedAt) - Date.parse(result.startedAt),
  };
};

const withConcurrency = (config: Config, concurrency: number | undefined): Config =>
  concurrency === undefined || config.merchant === undefined
    ? config
    : {
        ...config,
        // On a busy machine answers come late, on which what is tried must not depend.
        attempts: { within: '10m' },
        merchant: { ...config.merchant, budget: { ...config.merchant.budget, concurrency } },
      };
