import { nearest, type Party, type RequirementId, requirementsOf } from '#schemas';
import { exercisedBy, type Scenario } from '#scenarios';
import { unknownName } from '../config/usage-error.ts';
import { isWatched } from '#traffic/laws';

export interface FilterInput {
  readonly suite: Party;
  readonly scenarios: readonly Scenario[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** What `only` came from, for the reasons. */
  readonly word: '--only' | '--replay';
}

/** What --only and --skip leave of a suite. Throws a UsageError for a name that is no requirement, area or scenario of the suite. */
export const createFilter = ({ suite, scenarios, only, skip, word }: FilterInput) => {
  const ids = requirementsOf(suite);
  const wanted = resolve(only, ids, scenarios);
  const unwanted = resolve(skip, ids, scenarios);
  const narrowed = only.length > 0;
  const covered = new Set(scenarios.flatMap(exercisedBy));
  const carried = [...wanted.requirements].filter((id) => !covered.has(id) && isWatched(id));
  const carriers = new Set(carried.flatMap((id) => carriersOf(id, scenarios)));
  const ofWantedScenarios = new Set(scenarios.filter(({ id }) => wanted.scenarios.has(id)).flatMap(exercisedBy));
  const isLostToSkip = (id: RequirementId): boolean => {
    const covering = scenarios.filter((scenario) => exercisedBy(scenario).includes(id));
    return covering.length > 0 && covering.every((scenario) => unwanted.scenarios.has(scenario.id));
  };
  const isSkipped = (id: RequirementId): boolean => unwanted.requirements.has(id) || isLostToSkip(id);
  return {
    /** Why this requirement is left out, or undefined. */
    leavesOut: (id: RequirementId): string | undefined => {
      if (isSkipped(id)) return 'left out by --skip';
      return narrowed && !wanted.requirements.has(id) && !ofWantedScenarios.has(id) ? `left out by ${word}` : undefined;
    },
    /** Why this scenario does not run, or undefined. */
    omits: (scenario: Scenario): string | undefined => {
      if (unwanted.scenarios.has(scenario.id)) return 'left out by --skip';
      if (!narrowed || wanted.scenarios.has(scenario.id) || carriers.has(scenario)) return undefined;
      return exercisedBy(scenario).some((id) => wanted.requirements.has(id)) ? undefined : `left out by ${word}`;
    },
    /** The scenario is wanted for its exchanges alone: a wanted schema requirement that nobody covers shows in them. */
    carries: (scenario: Scenario) => carriers.has(scenario),
    /** Not asked for by name, and all it is wanted for is shown by scenarios like that. */
    isReplaceable: (scenario: Scenario, by: (other: Scenario) => boolean) => {
      if (!narrowed || wanted.scenarios.has(scenario.id)) return false;
      const others = scenarios.filter(by);
      const shown = new Set(others.flatMap(exercisedBy));
      return (
        (!carriers.has(scenario) || others.some((other) => carriers.has(other))) &&
        scenario.covers.every((id) => !wanted.requirements.has(id)) &&
        exercisedBy(scenario).every((id) => !wanted.requirements.has(id) || shown.has(id))
      );
    },
    /** Not asked for by name, yet a wanted scenario's exchanges may speak about it. */
    isSeenAnyway: (id: RequirementId) => wanted.scenarios.size > 0 && isWatched(id) && !isSkipped(id),
  };
};

const resolve = (names: readonly string[], ids: readonly RequirementId[], scenarios: readonly Scenario[]) => {
  const requirements = new Set<RequirementId>();
  const chosen = new Set<string>();
  for (const name of names) {
    const matching = ids.filter((id) => id === name || areaOf(id) === name);
    const scenario = scenarios.find(({ id }) => id === name);
    for (const id of matching) requirements.add(id);
    if (scenario !== undefined) chosen.add(scenario.id);
    if (matching.length === 0 && scenario === undefined) {
      const valid = [...new Set(ids.map(areaOf)), ...ids, ...scenarios.map(({ id }) => id)];
      throw unknownName('requirement, area or scenario', name, nearest(name, valid), [...new Set(ids.map(areaOf))]);
    }
  }
  return { requirements, scenarios: chosen };
};

/** Scenarios of its area show a requirement that no scenario covers; one that is about all answers shows in any. */
const carriersOf = (id: RequirementId, scenarios: readonly Scenario[]): readonly Scenario[] => {
  const ofArea = scenarios.filter((scenario) => exercisedBy(scenario).some((told) => areaOf(told) === areaOf(id)));
  return ofArea.length > 0 ? ofArea : scenarios.filter(({ phase }) => phase === 'read');
};

const areaOf = (id: string): string => id.split('/')[0] ?? id;
