/** Lets so many calls be under way at once; the others wait their turn, before their time is measured. */
export const createCallSlots = (places: number): (<Value>(work: () => Promise<Value>) => Promise<Value>) => {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
};
