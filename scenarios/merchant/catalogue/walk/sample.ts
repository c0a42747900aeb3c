/** A few of many, evenly spread, in constant memory and without knowing how many there will be. */
export interface Sample<T> {
  add(item: T): void;
  items(): readonly T[];
}

export const createSample = <T>(most: number): Sample<T> => {
  let kept: T[] = [];
  let stride = 1;
  let count = 0;
  return {
    add(item) {
      if (count++ % stride !== 0) return;
      kept.push(item);
      if (kept.length < most) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    items: () => kept,
  };
};
