import { shortened } from './shortened.ts';

/** What was set last, by key, for values that are small. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly values: () => Iterable<Value>;
}

/**
 * Between half of `most` and `most`. A large catalogue fills it over and over: to forget half at once takes a tenth of the time of
 * forgetting one by one.
 */
export const createRecent = <Value>(most: number): Recent<Value> => {
  let [recent, earlier] = [new Map<string, Value>(), new Map<string, Value>()];
  return {
    get(given) {
      const key = shortened(given);
      return recent.get(key) ?? earlier.get(key);
    },
    set(key, value) {
      if (recent.size >= most / 2) [recent, earlier] = [new Map(), recent];
      recent.set(shortened(key), value);
    },
    *values() {
      yield* recent.values();
      for (const [key, value] of earlier) if (!recent.has(key)) yield value;
    },
  };
};
