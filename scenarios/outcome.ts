import type { CheckOutcome, Finding } from '#schemas';

export { warned } from '#schemas';

export const passed: CheckOutcome = { status: 'passed' };
export const failed = (finding: Finding): CheckOutcome => ({ status: 'failed', ...finding });
export const notExercised = (reason: string, unlock?: string): CheckOutcome =>
  unlock === undefined ? { status: 'not-exercised', reason } : { status: 'not-exercised', reason, unlock };

/** The key for what nothing else can unlock: the target has no occasion for it, and may say so. */
export const toleration = 'tolerate';

/** Passed, or failed with the finding when there is one. */
export const unless = (finding: Finding | undefined): CheckOutcome => (finding ? failed(finding) : passed);

/** Something could not be arranged; `outcome` says why to whoever depended on it. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly outcome: CheckOutcome;
}
export const blocked = (outcome: CheckOutcome): Blocked => ({ kind: 'blocked', outcome });

const gravity = { failed: 3, warned: 2, passed: 1, 'not-exercised': 0 } as const;

/** The gravest of these, the first among equals; undefined where there is none. */
export const gravest = (...outcomes: readonly (CheckOutcome | undefined)[]): CheckOutcome | undefined =>
  outcomes
    .filter((outcome) => outcome !== undefined)
    .toSorted((one, other) => gravity[other.status] - gravity[one.status])
    .at(0);

/**
 * The outcome of a requirement that has parts: every failure and warning; otherwise what was not tried, since a pass of
 * one part must not hide that another was never looked at; otherwise a pass.
 */
export const worstOutcome = (parts: readonly CheckOutcome[]): readonly CheckOutcome[] => {
  const bad = parts.filter(({ status }) => status === 'failed' || status === 'warned');
  if (bad.length > 0) return bad;
  const untried = parts.filter(({ status }) => status === 'not-exercised');
  return untried.length > 0 ? untried : parts.length > 0 ? [passed] : [];
};
