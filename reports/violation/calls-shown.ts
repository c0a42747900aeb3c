import type { Exchange, RequirementResult, ScenarioResult } from '#schemas';
import { exchangesOfScenario, type Reported } from '../report.ts';
import type { Argument } from './argument.ts';

/** The calls that show what came of a row, scenario by scenario. */
export const callsShowing = (
  reported: Reported,
  row: RequirementResult,
  blocks: readonly Argument[],
): readonly Exchange[] =>
  reported.result.scenarios
    .filter(({ id }) => row.scenarios.includes(id))
    .flatMap((scenario) => callsIn(reported, scenario, blocks));

/** For a row nobody complains about, what was said at the start is enough to see that it was exercised. */
export const callsIn = (
  { exchanges }: Reported,
  scenario: ScenarioResult,
  blocks: readonly Argument[],
): readonly Exchange[] => {
  const own = blocksIn(scenario, blocks);
  if (own.length > 0) return own.flatMap((block) => block.exchanges);
  return [...exchanges.values()].filter((each) => each.scenario === scenario.id).slice(0, exchangesOfScenario);
};

export const blocksIn = ({ id }: ScenarioResult, blocks: readonly Argument[]): readonly Argument[] =>
  blocks.filter(({ violation }) => violation.scenario === id);

/** As long as the calls took that show it: a scenario goes on for the sake of other rows as well. */
export const timeOf = (
  calls: readonly Exchange[],
  otherwise: string,
): { readonly start: number; readonly stop: number } => {
  const took = new Map(calls.map(({ n, durationMs }) => [n, durationMs]));
  const start = Math.min(...calls.map(({ at }) => Date.parse(at)));
  const begun = Number.isFinite(start) ? start : Date.parse(otherwise);
  return { start: begun, stop: begun + Math.round([...took.values()].reduce((sum, ms) => sum + ms, 0)) };
};
