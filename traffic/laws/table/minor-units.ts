/** Every number in a value whose shape is not shown, in minor units: amounts may be written in whole ones. */
export const minorUnitsIn = (value: unknown): readonly number[] =>
  (JSON.stringify(value ?? {}).match(/\d+(?:\.\d+)?/gu) ?? []).map((text) =>
    text.includes('.') ? Math.round(Number(text) * 100) : Number(text),
  );
