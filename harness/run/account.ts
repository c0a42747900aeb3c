import type { JournalEvent, RequirementId } from '#schemas';
import type { Judgement } from '../verdicts/schema.ts';
import { createTally, type Tally } from '../verdicts/tally.ts';

/** On whose account unasked-for traffic goes, and what it says about the requirements. */
export interface Account {
  readonly scenario: () => string;
  readonly turnTo: (scenario: string) => void;
  readonly report: (judgement: Judgement) => void;
  /** The same tally, with its failures remembered. */
  readonly watching: (tally: Tally) => Tally;
  readonly hasFailed: () => boolean;
  readonly close: () => void;
}

export interface AccountDeps {
  readonly first: string;
  readonly emit: (event: JournalEvent) => void;
  readonly inScope: (requirement: RequirementId) => boolean;
}

export const createAccount = ({ first, emit, inScope }: AccountDeps): Account => {
  let current = first;
  let tally = createTally(first, emit);
  let failed = false;
  return {
    scenario: () => current,
    turnTo(scenario) {
      tally.close();
      current = scenario;
      tally = createTally(scenario, emit);
    },
    report({ requirement, outcome }) {
      failed ||= outcome.status === 'failed';
      if (inScope(requirement)) tally.report({ requirement, by: 'schema', outcome });
    },
    watching: (watched) => ({
      ...watched,
      report(reported) {
        failed ||= reported.outcome.status === 'failed';
        watched.report(reported);
      },
    }),
    hasFailed: () => failed,
    close: () => tally.close(),
  };
};
