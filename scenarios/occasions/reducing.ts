/** Leaves out one thing after the other, for good where it is still wrong without. False where nobody could tell of one, which ends it. */
export const reduce = async <Thing>(
  left: () => ReadonlyMap<string, Thing>,
  isWrongWithout: (thing: Thing) => Promise<boolean | undefined>,
): Promise<boolean> => {
  const needed = new Set<string>();
  for (;;) {
    const next = [...left()].find(([key]) => !needed.has(key));
    if (next === undefined) return true;
    const [key, thing] = next;
    const isWrong = await isWrongWithout(thing);
    if (isWrong === undefined) return false;
    if (!isWrong) needed.add(key);
  }
};
