import type { JournalEvent, Judgement, RequirementId } from '#schemas';
import { createCheckCollector, type CheckCollector, type Reported } from '../verdicts/check-collector.ts';

/** On whose account unasked-for traffic goes, and what it says about the requirements. */
export interface Attribution {
  readonly scenario: () => string;
  readonly turnTo: (scenario: string) => void;
  readonly report: (judgement: Judgement, by?: Reported['by']) => void;
  /** The same collector, with its failures remembered. */
  readonly watching: (checks: CheckCollector) => CheckCollector;
  readonly hasFailed: () => boolean;
  readonly close: () => void;
}

export interface AttributionDeps {
  readonly first: string;
  readonly emit: (event: JournalEvent) => void;
  readonly inScope: (requirement: RequirementId) => boolean;
}

export const createAttribution = ({ first, emit, inScope }: AttributionDeps): Attribution => {
  let current = first;
  let checks = createCheckCollector(first, emit);
  let failed = false;
  return {
    scenario: () => current,
    turnTo(scenario) {
      checks.close();
      current = scenario;
      checks = createCheckCollector(scenario, emit);
    },
    report({ requirement, outcome }, by = 'schema') {
      failed ||= outcome.status === 'failed';
      if (inScope(requirement)) checks.report({ requirement, by, outcome });
    },
    watching: (watched) => ({
      ...watched,
      report(reported) {
        failed ||= reported.outcome.status === 'failed';
        watched.report(reported);
      },
    }),
    hasFailed: () => failed,
    close: () => checks.close(),
  };
};
