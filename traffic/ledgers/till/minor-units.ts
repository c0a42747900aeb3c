/** Every number in a value whose shape is not shown, in minor units: amounts may be written in whole ones. */
export const minorUnitsIn = (value: unknown): readonly number[] =>
  (JSON.stringify(value ?? {}).match(/\d+(?:\.\d+)?/gu) ?? []).map((text) =>
    text.includes('.') ? Math.round(Number(text) * 100) : Number(text),
  );

/** The largest of them, which is mostly what something costs or comes to; -1 where there is none. */
export const largestIn = (amounts: unknown): number => Math.max(-1, ...minorUnitsIn(amounts));
