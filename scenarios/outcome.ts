import type { CheckOutcome, Finding } from '#schemas';

export { failed, warned } from '#schemas';

export const passed: CheckOutcome = { status: 'passed' };
export const notExercised = (reason: string, unlock?: string): CheckOutcome =>
  unlock === undefined ? { status: 'not-exercised', reason } : { status: 'not-exercised', reason, unlock };

/** What it takes is configured, and there is none left of it: what passes without it does not stand for it. */
export const usedUp = (reason: string, unlock: string): CheckOutcome => ({
  status: 'not-exercised',
  reason,
  unlock,
  usedUp: true,
});

/** What a finding shows, without its words, to stand under another cause. */
export const shownBy = ({ message: _, ...finding }: Finding): Finding => finding;

/** The key for what nothing else can unlock: the target has no occasion for it, and may say so. */
export const toleration = 'tolerate';

/**
 * A precondition is missing; `outcome` is what every check comes to that depends on it. The one exception to "values in, values out":
 * whoever arranges something throws it, and `define.ts` catches it and reports `outcome` for the whole scenario.
 */
export class Unmet extends Error {
  readonly outcome: CheckOutcome;

  constructor(outcome: CheckOutcome) {
    super('reason' in outcome ? outcome.reason : outcome.status);
    this.outcome = outcome;
  }
}

export const unmet = (reason: string, unlock?: string): Unmet => new Unmet(notExercised(reason, unlock));

/** What a part of a scenario returns, or the outcome of the precondition that it misses. */
export const outcomeOf = async <Value>(part: Promise<Value>): Promise<Value | CheckOutcome> => {
  try {
    return await part;
  } catch (error) {
    if (error instanceof Unmet) return error.outcome;
    throw error;
  }
};

/** What a part of a scenario returns; undefined where a precondition of it is missing, which is told to `tell`. */
export const unlessUnmet = async <Value>(
  part: Promise<Value>,
  tell?: (outcome: CheckOutcome) => void,
): Promise<Value | undefined> => {
  try {
    return await part;
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    tell?.(error.outcome);
    return undefined;
  }
};

interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly unlock: string;
}

const isUnavailable = (got: object): got is Unavailable => 'kind' in got && got.kind === 'unavailable';

/** What a trigger did, or a basket of the pool. */
export const available = <Got extends object>(got: Got | Unavailable): Got => {
  if (isUnavailable(got)) throw unmet(got.reason, got.unlock);
  return got;
};

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
