import { assumptionIds, type RequirementResult, type RunResult } from '#schemas';
import { exitCodes } from './exit-codes.ts';

/** What one of several tills came to, and the folder it was written to. */
export interface TillOutcome {
  readonly name: string;
  readonly folder: string;
  readonly result: RunResult;
}

/** Till against till: what is certainly wrong with one of them is not taken back by another that nobody could judge. */
const worstFirst: readonly number[] = [
  exitCodes.interrupted,
  exitCodes.harnessError,
  exitCodes.nonConformant,
  exitCodes.notJudged,
  exitCodes.incomplete,
  exitCodes.conformant,
];
const worstStatusFirst: readonly RequirementResult['status'][] = [
  'failed',
  'not-exercised',
  'warning',
  'expected-failure',
  'passed',
  'filtered',
  'not-scored',
  'not-applicable',
];

/** Several tills as one result: the worst of each requirement and of the whole, and everything that was found. */
export const combine = (tills: readonly TillOutcome[]): RunResult => {
  const [first] = tills;
  if (first === undefined) throw new Error('without a till there is nothing to combine');
  const results = tills.map(({ result }) => result);
  const requirements = first.result.requirements.map(({ id }) =>
    combineRows(
      id,
      tills.flatMap(({ name, result }) =>
        result.requirements.filter((row) => row.id === id).map((row) => ({ name, row })),
      ),
    ),
  );
  const worst = worstFirst.find((code) => results.some(({ exitCode }) => exitCode === code));
  const { verdict, exitCode } = results.find((result) => result.exitCode === worst) ?? first.result;
  const reasons = tills.flatMap(({ name, result }) =>
    result.reason === undefined ? [] : [`${name}: ${result.reason}`],
  );
  const diagnosis = tills.flatMap(({ name: till, result }) =>
    (result.diagnosis ?? []).map((root) => ({ ...root, till })),
  );
  const { name: _, ...target } = first.result.target;
  return {
    ...first.result,
    target: { ...target, name: tills.map(({ result, name }) => result.target.name ?? name).join(', ') },
    startedAt: results.map(({ startedAt }) => startedAt).sort()[0] ?? first.result.startedAt,
    finishedAt:
      results
        .map(({ finishedAt }) => finishedAt)
        .sort()
        .at(-1) ?? first.result.finishedAt,
    verdict,
    exitCode,
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    counts: combineCounts(results, requirements),
    requirements,
    ...(diagnosis.length > 0 && { diagnosis }),
    scenarios: tills.flatMap(({ name: till, result }) => result.scenarios.map((scenario) => ({ ...scenario, till }))),
    assumptions: assumptionIds.flatMap((id) => {
      const rows = tills.flatMap(({ name, result }) =>
        result.assumptions.filter((row) => row.id === id).map((row) => ({ name, row })),
      );
      const observed = rows.flatMap(({ name, row }) => row.observed.map((seen) => `${name}: ${seen}`));
      return rows.slice(0, 1).map(({ row }) => ({ ...row, observed }));
    }),
    unexpected: tills.flatMap(({ name: till, result }) => result.unexpected.map((seen) => ({ ...seen, till }))),
    tills: tills.map(({ name, folder, result }) => ({
      name,
      folder,
      verdict: result.verdict,
      exitCode: result.exitCode,
      ...(result.reason !== undefined && { reason: result.reason }),
    })),
  };
};

const combineRows = (
  id: string,
  rows: readonly { readonly name: string; readonly row: RequirementResult }[],
): RequirementResult => {
  const status = worstStatusFirst.find((one) => rows.some(({ row }) => row.status === one)) ?? 'not-exercised';
  const like = rows.filter(({ row }) => row.status === status);
  const reasons = like.flatMap(({ name, row }) => (row.reason === undefined ? [] : [`${name}: ${row.reason}`]));
  const unlock = like.find(({ row }) => row.unlock !== undefined)?.row.unlock;
  return {
    id,
    level: like[0]?.row.level ?? 'must',
    status,
    checks: rows.reduce((sum, { row }) => sum + row.checks, 0),
    scenarios: [...new Set(rows.flatMap(({ row }) => row.scenarios))],
    ...(reasons.length > 0 && { reason: reasons.join('; ') }),
    ...(unlock !== undefined && { unlock }),
    violations: rows.flatMap(({ name: till, row }) => row.violations.map((violation) => ({ ...violation, till }))),
    tills: Object.fromEntries(rows.map(({ name, row }) => [name, row.status])),
  };
};

/** Rows are counted once; what was done at each till adds up. */
const combineCounts = (
  results: readonly RunResult[],
  requirements: readonly RequirementResult[],
): Record<string, number> => {
  const counts: Record<string, number> = {};
  const statuses: ReadonlySet<string> = new Set(worstStatusFirst);
  for (const { counts: own } of results)
    for (const [name, count] of Object.entries(own))
      counts[name] = statuses.has(name) ? 0 : (counts[name] ?? 0) + count;
  counts['requirements'] = requirements.length;
  for (const { status } of requirements) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
