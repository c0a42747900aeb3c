/**
 * About how many bytes a parsed value takes in memory, which for JSON of small parts is twenty times its text. Stops looking
 * once it is more than `enough`.
 */
export const weightOf = (value: unknown, enough: number = Number.POSITIVE_INFINITY): number => {
  const budget = { weight: 0, enough };
  weigh(value, budget);
  return budget.weight;
};

const [textWeight, holderWeight, memberWeight] = [24, 56, 16];

/** JSON that was read is a thousand levels deep at most. */
const weigh = (value: unknown, budget: { weight: number; readonly enough: number }): void => {
  if (typeof value === 'string') budget.weight += textWeight + 2 * value.length;
  if (typeof value !== 'object' || value === null) return;
  budget.weight += holderWeight;
  if (Array.isArray(value))
    for (let index = 0; index < value.length && budget.weight <= budget.enough; index++) {
      budget.weight += memberWeight;
      weigh(value[index], budget);
    }
  else if (value instanceof Uint8Array) budget.weight += value.byteLength;
  else
    for (const name in value) {
      if (budget.weight > budget.enough) return;
      budget.weight += memberWeight;
      weigh((value as Readonly<Record<string, unknown>>)[name], budget);
    }
};
