import type { Reported } from '../report.ts';
import { plural } from './statuses.ts';
import type { RequirementResult } from '#schemas';

/** Requirements nobody exercised, that one setting, or one reason, would bring into the run. */
export interface Unlock {
  /** The configuration key; undefined where only a reason is known. */
  readonly key: string | undefined;
  readonly rows: readonly RequirementResult[];
  /** Distinct reasons, most frequent first. */
  readonly reasons: readonly string[];
  /** The reasons that say more than that the key is not there. */
  readonly telling: readonly string[];
  /** Of the known defects, how many more it would let a run show. */
  readonly defects: number;
}

/** The not exercised rows by what would unlock them, the setting that lets a run show most first. */
export const unlocks = ({ result, power }: Pick<Reported, 'result' | 'power'>): readonly Unlock[] => {
  const open = result.requirements.filter((row) => row.status === 'not-exercised');
  const groups = Map.groupBy(open, (row) => row.unlock ?? `without a key: ${reasonOf(row)}`);
  return [...groups.values()]
    .map((rows) => {
      const [key, reasons] = [rows[0]?.unlock, reasonsOf(rows)];
      const telling =
        key === undefined ? [] : reasons.filter((reason) => !reason.endsWith(`needs ${key}, which is not configured`));
      return { key, rows, reasons, telling, defects: power?.behind.get(key ?? '') ?? 0 };
    })
    .toSorted(
      (a, b) =>
        Number(a.key === undefined) - Number(b.key === undefined) ||
        b.defects - a.defects ||
        b.rows.length - a.rows.length,
    );
};

const reasonOf = (row: RequirementResult): string => row.reason ?? 'no reason was given';

const reasonsOf = (rows: readonly RequirementResult[]): readonly string[] =>
  [...Map.groupBy(rows, reasonOf)].sort(([, a], [, b]) => b.length - a.length).map(([reason]) => reason);

/** What to do with the key, before and behind its name, and what that is worth. */
export const toDo = ({ rows, reasons, defects }: Unlock): readonly [before: string, behind: string] => {
  const those = plural(rows.length, 'requirement');
  const worth = defects === 0 ? '' : ` (could show ${plural(defects, 'more known defect')})`;
  return reasons.some((reason) => / (?:is|not) (?:configured|set)\b|: set /u.test(reason))
    ? ['Set ', ` to exercise ${those}${worth}`]
    : ['Change ', `: as it is, ${those} could not be exercised${worth}`];
};
