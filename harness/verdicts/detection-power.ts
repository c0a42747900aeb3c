import { knownFaults } from '#mocks/faults';
import type { Power } from '#reports';
import type { RequirementResult, RunResult } from '#schemas';

const exercised: readonly string[] = ['passed', 'failed', 'warning', 'expected-failure'];

/** The requirements that the run could have shown to be broken. */
export const exercisedIn = (requirements: readonly RequirementResult[]): ReadonlySet<string> =>
  new Set(requirements.filter(({ status }) => exercised.includes(status)).map(({ id }) => id));

/** How many of the defects that the checks are known to catch this run could have shown, and which keys stand before the others. */
export const powerOf = ({ suite, requirements }: Pick<RunResult, 'suite' | 'requirements'>): Power => {
  const rows = new Map<string, RequirementResult>(requirements.map((row) => [row.id, row]));
  const known = knownFaults().filter(({ party }) => party === suite);
  const tried = exercisedIn(requirements);
  const unseen = known.filter(({ breaks }) => !breaks.some((id) => tried.has(id)));
  const behind = new Map<string, number>();
  for (const { breaks } of unseen)
    for (const key of new Set(breaks.flatMap((id) => rows.get(id)?.unlock ?? [])))
      behind.set(key, (behind.get(key) ?? 0) + 1);
  return { known: known.length, couldShow: known.length - unseen.length, behind };
};
