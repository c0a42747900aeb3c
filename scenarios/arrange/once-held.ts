import type { CheckOutcome } from '#schemas';

/** A plan drawn again while nothing is changed tells nothing new where it held; one that failed is tried again. */
export const onceHeld = <Plan>(
  attempt: (plan: Plan) => Promise<CheckOutcome>,
  keyOf: (plan: Plan) => string,
): typeof attempt => {
  const asked = new Map<string, Promise<CheckOutcome>>();
  return async (plan) => {
    const key = keyOf(plan);
    const known = await asked.get(key);
    if (known?.status === 'passed') return known;
    const outcome = attempt(plan);
    asked.set(key, outcome);
    return await outcome;
  };
};
