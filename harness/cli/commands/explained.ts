import { type KnownFault, knownFaults } from '#mocks/faults';
import { type Method, requirement, type RequirementId } from '#schemas';
import { merchantScenarios, platformScenarios, posScenarios, type Scenario } from '#scenarios';
import { isJudgedOnExchanges } from '#traffic';
import { lawOf } from '#traffic/laws';

/** How each method of checking reads in a sentence. */
export const methodsInWords: Readonly<Record<Method, string>> = {
  schema: 'the schema of every exchange',
  behaviour: 'behaviour across exchanges',
  property: 'random inputs, shrunk to a small counterexample',
  trigger: 'a trigger or fixture of yours',
};

/** Who judges a requirement, who provokes it, and the proof that its check can say no. */
export interface Explained {
  /** A law that watches all traffic. */
  readonly law: string | undefined;
  readonly isJudgedOnExchanges: boolean;
  readonly judgedIn: readonly Scenario[];
  readonly provokedBy: readonly Scenario[];
  /** The faults of the party's reference peers that break it. */
  readonly faults: readonly KnownFault[];
}

export const explained = (id: RequirementId): Explained => {
  const { party } = requirement(id);
  const all: readonly Scenario[] = [...merchantScenarios, ...posScenarios, ...platformScenarios];
  return {
    law: lawOf(id),
    isJudgedOnExchanges: isJudgedOnExchanges(id),
    judgedIn: all.filter(({ covers }) => covers.some((covered) => covered === id)),
    provokedBy: all.filter(({ provokes }) => provokes.includes(id)),
    faults: knownFaults().filter((fault) => fault.party === party && fault.breaks.includes(id)),
  };
};

/** The one home of a requirement's judgements, in words. */
export const judgeOf = ({ law, isJudgedOnExchanges, judgedIn }: Explained): string => {
  const scenarios = judgedIn.map(({ id }) => id).join(', ');
  if (law !== undefined && scenarios === '') return `the law ${law}`;
  const ofScenarios = scenarios === '' ? '' : `scenarios ${scenarios}`;
  if (law !== undefined) return `the law ${law}; what only who caused it knows, ${ofScenarios}`;
  if (!isJudgedOnExchanges) return ofScenarios;
  return ofScenarios === '' ? 'every exchange' : `every exchange; whether it comes at all, ${ofScenarios}`;
};
