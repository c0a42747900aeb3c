/** A log only grows and is asked about again and again, so only what is new in it is read, and added to what it came to before. */
export const readOn = <Entry, Value>(add: (before: Value | undefined, news: readonly Entry[]) => Value) => {
  const logs = new WeakMap<readonly Entry[], { readonly length: number; readonly value: Value }>();
  return (log: readonly Entry[]): Value => {
    const known = logs.get(log);
    if (known?.length === log.length) return known.value;
    const value = add(known?.value, log.slice(known?.length));
    logs.set(log, { length: log.length, value });
    return value;
  };
};
