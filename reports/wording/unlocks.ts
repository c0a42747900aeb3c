import type { RequirementResult } from '#schemas';

/** Requirements nobody exercised, that one setting, or one reason, would bring into the run. */
export interface Unlock {
  /** The configuration key; undefined where only a reason is known. */
  readonly key: string | undefined;
  readonly rows: readonly RequirementResult[];
  /** Distinct reasons, most frequent first. */
  readonly reasons: readonly string[];
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
    ...[...keyed].map(([key, members]) => ({ key, rows: members, reasons: reasonsOf(members) })),
    ...[...unkeyed].map(([reason, members]) => ({ key: undefined, rows: members, reasons: [reason] })),
  ];
  return groups.sort(
    (a, b) => Number(a.key === undefined) - Number(b.key === undefined) || b.rows.length - a.rows.length,
  );
};

const reasonOf = (row: RequirementResult): string => row.reason ?? 'no reason was given';

const reasonsOf = (rows: readonly RequirementResult[]): readonly string[] =>
  [...Map.groupBy(rows, reasonOf)].sort(([, a], [, b]) => b.length - a.length).map(([reason]) => reason);
