/** A plan's every variant with one element of one of its arrays left out, the outermost first. */
export function* withOneLeftOut(plan: unknown): Generator<unknown> {
  if (Array.isArray(plan)) {
    for (const index of plan.keys()) yield plan.toSpliced(index, 1);
    for (const [index, element] of plan.entries())
      for (const smaller of withOneLeftOut(element)) yield plan.with(index, smaller);
  } else if (typeof plan === 'object' && plan !== null) {
    for (const [key, value] of Object.entries(plan))
      for (const smaller of withOneLeftOut(value)) yield { ...plan, [key]: smaller };
  }
}
