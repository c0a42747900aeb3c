/** Every law asks for the same baskets, and taking one apart costs more than judging it. */
export const readOnce = <Key extends object, Value>(read: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = read(key);
    known.set(key, { value });
    return value;
  };
};
