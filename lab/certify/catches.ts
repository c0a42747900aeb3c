import type { JournalEvent, RequirementId } from '#schemas';

/** The first time a run found a requirement broken. */
export interface Catch {
  readonly requirement: RequirementId;
  readonly scenario: string;
  /** `schema`: any exchange would have shown it; `law`: told by watching; `scenario`: it took that scenario to look for it. */
  readonly by: 'schema' | 'scenario' | 'law';
  /** Exchanges up to then: requests to a merchant, requests of a till. */
  readonly requests: number;
  /** Real milliseconds since the run began. */
  readonly durationMs: number;
  /** Milliseconds on the clock of the run. */
  readonly runMs: number;
  readonly message: string;
}

/** Reads along in a run's journal. */
export const createCatches = (now: () => number) => {
  const startedAt = performance.now();
  const from = now();
  const caught = new Map<RequirementId, Catch>();
  let requests = 0;
  return {
    add: (event: JournalEvent): void => {
      if (event.event === 'exchange') requests++;
      if (event.event !== 'check' || caught.has(event.requirement)) return;
      const { outcome, requirement, scenario, by } = event;
      if (outcome.status !== 'failed' && outcome.status !== 'warned') return;
      caught.set(requirement, {
        requirement,
        scenario,
        by,
        requests,
        durationMs: Math.round(performance.now() - startedAt),
        runMs: Math.round(now() - from),
        message: outcome.message,
      });
    },
    all: (): readonly Catch[] => [...caught.values()],
    requests: (): number => requests,
  };
};
