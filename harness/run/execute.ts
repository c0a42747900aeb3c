import type { JournalEvent } from '#schemas';
import type { Scenario } from '#scenarios';
import { type CheckCollector, createCheckCollector, type Reported } from '../verdicts/check-collector.ts';
import type { OpenRun } from './open-run.ts';
import type { Rest } from './together.ts';

export interface ExecuteDeps {
  readonly emit: (event: JournalEvent) => void;
  readonly clock: { now(): number };
  readonly signal: AbortSignal;
  readonly perform: OpenRun['perform'];
}

/** A defect that shows by chance shows again in one of so many runs; what was wrong in company only does in none. */
const mostAlone = 3;

/**
 * Runs one scenario, which always finishes: what it throws is a bug of ours, never the target's. One that found something
 * while others were under way is left to be done again alone: what is wrong only in company is not for it to tell.
 */
export const execute = async (
  scenario: Scenario,
  { emit, clock, signal, perform }: ExecuteDeps,
  isBeside = false,
): Promise<Rest | undefined> => {
  if (signal.aborted) return undefined;
  const startedAt = clock.now();
  emit({ event: 'scenario-started', scenario: scenario.id, at: new Date(startedAt).toISOString() });
  const checks = createCheckCollector(scenario.id, emit);
  const finish = (beganAt: number, before: number, broken?: { readonly cause: unknown }): void => {
    checks.close();
    // An interrupted scenario leaves no end in the journal: it neither ran through nor broke.
    if (signal.aborted) return;
    emit({
      event: 'scenario-finished',
      scenario: scenario.id,
      durationMs: before + clock.now() - beganAt,
      ...(broken === undefined ? { status: 'done' } : { status: 'broken', reason: reasonOf(broken.cause) }),
    });
  };
  /** Again and again until it finds one of these as well. */
  const alone = async (before: number, found: readonly Reported[] = []): Promise<void> => {
    const suspects = found.flatMap(({ outcome }) => (outcome.status === 'failed' ? (outcome.replay ?? []) : []));
    const beganAt = clock.now();
    let isFound = found.length === 0;
    const watched: CheckCollector = {
      ...checks,
      report(reported) {
        isFound ||=
          reported.outcome.status === 'failed' && found.some(({ requirement }) => requirement === reported.requirement);
        checks.report(reported);
      },
    };
    let broken: { readonly cause: unknown } | undefined;
    for (let run = 0; run < mostAlone && broken === undefined && !signal.aborted; run++) {
      broken = await caught(signal, async () => await perform(scenario, watched, undefined, { suspects }));
      if (isFound) break;
    }
    finish(beganAt, before, broken);
  };
  if (!isBeside) {
    await alone(0);
    return undefined;
  }
  const withheld = withhold(checks, emit);
  const broken = await caught(signal, async () => await perform(scenario, withheld.checks, withheld));
  if (broken === undefined && withheld.isDoubtful() && !signal.aborted) {
    const before = clock.now() - startedAt;
    return async () => await alone(before, withheld.failed());
  }
  withheld.tell();
  finish(startedAt, 0, broken);
  return undefined;
};

const caught = async (
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<{ readonly cause: unknown } | undefined> => {
  try {
    await orAbort(signal, work);
    return undefined;
  } catch (cause) {
    return { cause };
  }
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

/**
 * What a scenario says while others are under way, until it is known whether that counts. What schemas and laws say of single
 * exchanges and of all traffic is true in any company, and told at once.
 */
const withhold = (checks: CheckCollector, emit: (event: JournalEvent) => void) => {
  const reports: Reported[] = [];
  const events: JournalEvent[] = [];
  let blamed = false;
  return {
    checks: {
      report(reported: Reported): void {
        if (reported.by === 'scenario') {
          reports.push(reported);
          return;
        }
        blamed ||= reported.by === 'law' && reported.outcome.status === 'failed';
        checks.report(reported);
      },
      close: () => undefined,
    },
    emit: (event: JournalEvent) => void events.push(event),
    /** Something was found, or could not be tried: alone it may be otherwise. */
    isDoubtful: () => blamed || reports.some(isDoubtful),
    /** What it found to be wrong. */
    failed: (): readonly Reported[] => reports.filter(({ outcome }) => outcome.status === 'failed'),
    tell(): void {
      for (const event of events) emit(event);
      for (const reported of reports) checks.report(reported);
    },
  };
};

/** What the configuration does not allow to be tried cannot be tried alone either. */
const isDoubtful = ({ outcome }: Reported): boolean =>
  outcome.status === 'failed' ||
  outcome.status === 'warned' ||
  (outcome.status === 'not-exercised' && outcome.unlock === undefined);
