import { placeOf, wordsOf } from '../causes/index.ts';
import { causeId } from './cause.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { NotExercisedLine, StoredPlan } from '../shapes/types.gen.ts';

/** Enough to run a shrunk property failure again (`--replay FILE`): its inputs as JSON, and how many runs and shrinks led to it. */
export type ReplayPlan = Readonly<StoredPlan>;

/** What a failure says; a failure without both halves cannot be built. */
export interface Finding {
  /** What the target did, and what to change. Default: as the row of its cause in `schemas/causes` says it. */
  readonly message?: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body, to the smallest differing part. Default: as the row of its cause says it. */
  readonly pointer?: string;
  /** Numbers of the exchanges that show it; the last one is what is wrong. */
  readonly exchanges?: readonly number[];
  /** The kind of mistake, without any value of the target: what two of have in common is one violation with a count (`causeId`). Default: the message. */
  readonly cause?: string;
  readonly replay?: ReplayPlan;
}

/** A finding in words. */
export type ToldFinding = Finding & { readonly message: string };

/** What one check of one requirement came to. */
export type CheckOutcome =
  | { readonly status: 'passed' }
  | ({ readonly status: 'failed' } & ToldFinding)
  /** A must whose breach here is only a warning (the specification is ambiguous about this corner). */
  | ({ readonly status: 'warned' } & ToldFinding)
  /**
   * Claimed, yet could not be tried: never a pass. `unlock` is the configuration key that would let it be tried. `usedUp`: an
   * earlier run may have done it.
   */
  | Readonly<NotExercisedLine>;

/** One requirement that a body speaks about, and what it says. */
export interface Judgement {
  readonly requirement: RequirementId;
  readonly outcome: CheckOutcome;
}

export const failed = (finding: Finding): CheckOutcome => ({ status: 'failed', ...told(finding) });

/** With the words of its cause, and the place where it shows, where it has none of its own. */
export const told = <One extends Pick<Finding, 'cause' | 'message' | 'pointer'>>(
  one: One,
): One & { readonly message: string } => {
  const { message = wordsOf(causeId(one)), pointer = placeOf(causeId(one)) } = one;
  return { ...one, message, ...(pointer !== undefined && { pointer }) };
};

/** What is odd and no failure, since the specification leaves it open or it may be chance; `leeway` says which, for whoever reads it. */
export const warned = (finding: Finding, leeway: string): CheckOutcome => {
  const { message, ...others } = told(finding);
  return { ...others, status: 'warned', message: `${message} Only a warning, since ${leeway}.` };
};
