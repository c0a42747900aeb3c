/** Lets so many calls be under way at once; the others wait their turn, before their time is measured. */
export interface CallSlots {
  <Value>(work: () => Promise<Value>): Promise<Value>;
  /** Keeps the turns of so many calls that are to be under way at once; they take theirs from what is handed over. */
  readonly together: <Value>(calls: number, work: (slots: CallSlots) => Promise<Value>) => Promise<Value>;
}

export const createCallSlots = (places: number): CallSlots => {
  const waiting: { readonly needs: number; readonly enter: () => void }[] = [];
  let free = places;
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && next.needs <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.needs;
      next.enter();
    }
  };
  const taking = async <Value>(needs: number, work: () => Promise<Value>): Promise<Value> => {
    await new Promise<void>((enter) => {
      waiting.push({ needs, enter });
      admit();
    });
    try {
      return await work();
    } finally {
      free += needs;
      admit();
    }
  };
  const slots = async <Value>(work: () => Promise<Value>): Promise<Value> => await taking(1, work);
  return Object.assign(slots, {
    together: async <Value>(calls: number, work: (kept: CallSlots) => Promise<Value>): Promise<Value> => {
      const needs = Math.min(calls, places);
      return await taking(needs, async () => await work(createCallSlots(needs)));
    },
  });
};
