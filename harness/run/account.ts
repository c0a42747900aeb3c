import type { JournalEvent, RequirementId } from '#schemas';
import type { Judgement } from '../verdicts/schema.ts';
import { createTally } from '../verdicts/tally.ts';

/** On whose account unasked-for traffic goes, and what it says about the requirements. */
export interface Account {
  readonly scenario: () => string;
  readonly turnTo: (scenario: string) => void;
  readonly report: (judgement: Judgement) => void;
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
    hasFailed: () => failed,
    close: () => tally.close(),
  };
};
