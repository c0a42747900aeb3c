import type fc from 'fast-check';

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
