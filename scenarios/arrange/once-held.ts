import type { CheckOutcome } from '#schemas';
import { outcomeOf } from '../outcome.ts';

/** A plan drawn again while nothing is changed tells nothing new where it held; one that failed is tried again. */
export const onceHeld = <Plan>(
  attempt: (plan: Plan) => Promise<CheckOutcome>,
  keyOf: (plan: Plan) => string,
): typeof attempt => {
  const asked = new Map<string, Promise<CheckOutcome>>();
  return async (plan) => {
    const key = keyOf(plan);
    // Not awaited where there is none: a second one would begin meanwhile.
    const before = asked.get(key);
    const known = before && (await before);
    if (known?.status === 'passed') return known;
    const outcome = outcomeOf(attempt(plan));
    asked.set(key, outcome);
    return await outcome;
  };
};
