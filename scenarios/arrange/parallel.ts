import type { CheckOutcome } from '#schemas';
import type fc from 'fast-check';

/** So many attempts are tried whole before any of them counts, whatever the concurrency: what is tried does not depend on it. */
const together = 8;

/** What an attempt came to; `thrown` is a bug of ours or the end of the run. */
export type Attempted = CheckOutcome | { readonly status: 'thrown'; readonly cause: unknown };

export interface TriedTogether<Plan> {
  /** The outcome of the plan that comes next in a search, of which at most `left` more are wanted. */
  next(plan: Plan, left: number): Promise<Attempted>;
}

export const attemptOnce = async <Plan>(
  attempt: (plan: Plan) => Promise<CheckOutcome>,
  plan: Plan,
): Promise<Attempted> => {
  try {
    return await attempt(plan);
  } catch (cause) {
    return { status: 'thrown', cause };
  }
};

/**
 * Tries the plans of a search, in the order they are asked for, several at once, and tells of them in their order. Where one fails among others, all of
 * them count for nothing and the rest is tried alone: what fails only in company is not this property's to tell.
 */
export const tryTogether = <Plan>(
  attempt: (plan: Plan) => Promise<CheckOutcome>,
  plans: readonly Plan[],
): TriedTogether<Plan> => {
  let asked = 0;
  let batch: readonly Attempted[] = [];
  let begun = 0;
  let alone = false;
  return {
    async next(plan, left) {
      const index = asked++;
      if (!alone && index >= begun + batch.length) {
        begun = index;
        const some = plans.slice(index, index + Math.min(together, left));
        batch = await Promise.all(some.map(async (one) => await attemptOnce(attempt, one)));
        alone = batch.length > 1 && batch.some(({ status }) => status === 'failed');
      }
      const known = alone ? undefined : batch[index - begun];
      return known ?? (await attemptOnce(attempt, plan));
    },
  };
};

/**
 * fast-check shrinks an array from its front and never below its least length plus one from its end, so that a step nobody
 * needs may stay behind the one that matters: `[5, held]` for `[5]`. Each such step is left out and tried; once that went
 * well, fast-check may simplify what is left.
 */
export const leaveOut = async <Plan>(
  arbitrary: fc.Arbitrary<Plan>,
  smallest: () => Plan | undefined,
  attempt: (plan: Plan) => Promise<string>,
  isSpent: () => boolean,
): Promise<void> => {
  // Whether the arbitrary could have drawn it: a property need not expect any other plan.
  const isPlan = (value: unknown): value is Plan => arbitrary.canShrinkWithoutContext(value);
  for (let plan = smallest(), isFirst = true; plan !== undefined; isFirst = false) {
    const simpler = isFirst ? [] : [...arbitrary.shrink(plan, undefined)].map(({ value }) => value);
    const found = await firstFailing([...[...withOneLeftOut(plan)].filter(isPlan), ...simpler], attempt, isSpent);
    if (!found) return;
    plan = smallest();
  }
};

const firstFailing = async <Plan>(
  plans: readonly Plan[],
  attempt: (plan: Plan) => Promise<string>,
  isSpent: () => boolean,
): Promise<boolean> => {
  for (const plan of plans) {
    if (isSpent()) return false;
    if ((await attempt(plan)) === 'failed') return true;
  }
  return false;
};

/** A plan's every variant with one element of one of its arrays left out, the outermost first. */
function* withOneLeftOut(plan: unknown): Generator<unknown> {
  if (Array.isArray(plan)) {
    for (const index of plan.keys()) yield plan.toSpliced(index, 1);
    for (const [index, element] of plan.entries())
      for (const smaller of withOneLeftOut(element)) yield plan.with(index, smaller);
  } else if (typeof plan === 'object' && plan !== null) {
    for (const [key, value] of Object.entries(plan))
      for (const smaller of withOneLeftOut(value)) yield { ...plan, [key]: smaller };
  }
}
