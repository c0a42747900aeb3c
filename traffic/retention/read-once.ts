/**
 * Every law asks for the same of one exchange after the other, and taking one apart costs more than judging it. Only the last
 * is kept: a table of all of them costs the collector more than it spares.
 */
export const readOnce = <Key extends object, Value>(read: (key: Key) => Value): ((key: Key) => Value) => {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: read(key) };
    return last.value;
  };
};
