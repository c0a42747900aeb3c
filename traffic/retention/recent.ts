import { shortened } from './shortened.ts';

/**
 * What was set last, by key, for values that are small. Between half of `most` and `most`. A large catalogue fills it over and over: to forget half at once takes a tenth of the time of
 * forgetting one by one.
 */
export const createRecent = <Value>(most: number) => {
  let [recent, earlier] = [new Map<string, Value>(), new Map<string, Value>()];
  return {
    get(given: string): Value | undefined {
      const key = shortened(given);
      return recent.get(key) ?? earlier.get(key);
    },
    set(given: string, value: Value): void {
      const key = shortened(given);
      if (recent.size >= most / 2 && !recent.has(key)) [recent, earlier] = [new Map(), recent];
      recent.set(key, value);
    },
    *values(): Generator<Value> {
      for (const [key, value] of earlier) if (!recent.has(key)) yield value;
      yield* recent.values();
    },
  };
};

/** Tables are shown again and again, and most of their lines are what they were. */
export const readByText = <Value>(read: (value: unknown) => NonNullable<Value>) => {
  const known = createRecent<NonNullable<Value>>(1_000);
  return (value: unknown): NonNullable<Value> => {
    const text = String(JSON.stringify(value));
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(value);
    known.set(text, result);
    return result;
  };
};
