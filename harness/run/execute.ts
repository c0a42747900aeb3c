import type { JournalEvent } from '#schemas';
import type { Scenario } from '#scenarios';
import { createCheckCollector, type CheckCollector } from '../verdicts/check-collector.ts';

export interface ExecuteDeps {
  readonly emit: (event: JournalEvent) => void;
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
  /** Runs the scenario in a world of its own. */
  readonly perform: (scenario: Scenario, checks: CheckCollector) => Promise<void>;
}

/** Runs one scenario, which always finishes: what it throws is a bug of ours, never the target's. */
export const execute = async (scenario: Scenario, deps: ExecuteDeps): Promise<void> => {
  const { emit, clock, signal } = deps;
  if (signal.aborted) return;
  const startedAt = clock.now();
  emit({ event: 'scenario-started', scenario: scenario.id, at: new Date(startedAt).toISOString() });
  const checks = createCheckCollector(scenario.id, emit);
  let broken: { readonly cause: unknown } | undefined;
  try {
    await orAbort(signal, async () => await deps.perform(scenario, checks));
  } catch (cause) {
    broken = { cause };
  }
  checks.close();
  // An interrupted scenario leaves no end in the journal: it neither ran through nor broke.
  if (signal.aborted) return;
  const durationMs = clock.now() - startedAt;
  emit({
    event: 'scenario-finished',
    scenario: scenario.id,
    durationMs,
    ...(broken === undefined ? { status: 'done' } : { status: 'broken', reason: reasonOf(broken.cause) }),
  });
};

/** A scenario that is waiting for something must not keep Ctrl-C waiting. */
const orAbort = async (signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/** The message, what caused it, and where in our code it was thrown. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const frame = error.stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at ') && !line.includes('node:internal'));
  const where =
    frame === undefined ? '' : ` (${frame.trim().replace(/file:\/\/\S*?\/(?=[^/]+\/[^/]+\/[^/]+:\d)/, '')})`;
  const cause = error.cause === undefined ? '' : `; caused by ${reasonOf(error.cause)}`;
  return `${error.name}: ${error.message}${where}${cause}`;
};
