/** What a law remembers by key. A platform may run for weeks, so that the oldest is forgotten in the end. */
export interface Memory<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
  readonly values: () => Iterable<Value>;
  /** Something was forgotten: what is not known may have been. */
  readonly hasForgotten: () => boolean;
}

const most = 10_000;

export const createMemory = <Key, Value>(size: number = most): Memory<Key, Value> => {
  const known = new Map<Key, Value>();
  let forgotten = false;
  return {
    get: (key) => known.get(key),
    set(key, value) {
      if (!known.has(key) && known.size >= size) {
        const [oldest] = known.keys();
        if (oldest !== undefined) known.delete(oldest);
        forgotten = true;
      }
      known.set(key, value);
    },
    values: () => known.values(),
    hasForgotten: () => forgotten,
  };
};
