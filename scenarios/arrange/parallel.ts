import type { CheckOutcome } from '#schemas';

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
