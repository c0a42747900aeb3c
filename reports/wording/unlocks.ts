import type { RequirementResult } from '#schemas';

/** Requirements nobody exercised, that one setting, or one reason, would bring into the run. */
export interface Unlock {
  /** The configuration key; undefined where only a reason is known. */
  readonly key: string | undefined;
  readonly rows: readonly RequirementResult[];
  /** Distinct reasons, most frequent first. */
  readonly reasons: readonly string[];
  /** The reasons that say more than that the key is not there; with any, the key is there and did not do. */
  readonly telling: readonly string[];
}

/** The not exercised rows by what would unlock them, the setting that unlocks most first. */
export const unlocks = (rows: readonly RequirementResult[]): readonly Unlock[] => {
  const open = rows.filter((row) => row.status === 'not-exercised');
  const keyed = Map.groupBy(
    open.filter((row) => row.unlock !== undefined),
    (row) => row.unlock,
  );
  const unkeyed = Map.groupBy(
    open.filter((row) => row.unlock === undefined),
    reasonOf,
  );
  const groups = [
    ...[...keyed].map(([key, members]) => withTelling(key, members, reasonsOf(members))),
    ...[...unkeyed].map(([reason, members]) => withTelling(undefined, members, [reason])),
  ];
  return groups.sort(
    (a, b) => Number(a.key === undefined) - Number(b.key === undefined) || b.rows.length - a.rows.length,
  );
};

const withTelling = (
  key: string | undefined,
  rows: readonly RequirementResult[],
  reasons: readonly string[],
): Unlock => ({
  key,
  rows,
  reasons,
  telling: reasons.filter((reason) => !reason.endsWith(`needs ${key}, which is not configured`)),
});

const reasonOf = (row: RequirementResult): string => row.reason ?? 'no reason was given';

const reasonsOf = (rows: readonly RequirementResult[]): readonly string[] =>
  [...Map.groupBy(rows, reasonOf)].sort(([, a], [, b]) => b.length - a.length).map(([reason]) => reason);
