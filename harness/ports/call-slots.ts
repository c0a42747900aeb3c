/** Lets so many calls be under way at once; the others wait their turn, before their time is measured. */
export interface Turns {
  <Value>(work: () => Promise<Value>): Promise<Value>;
  /** Keeps the turns of so many calls that are to be under way at once; they take theirs from what is handed over. */
  readonly together: <Value>(calls: number, work: (turns: Turns) => Promise<Value>) => Promise<Value>;
}

export interface CallSlots {
  readonly turns: Turns;
  /** The same places, for whom time presses: such calls go before all that wait. */
  readonly ahead: Turns;
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
  const entrance = (queue: (turn: (typeof waiting)[number]) => void): Turns => {
    const taking = async <Value>(needs: number, work: () => Promise<Value>): Promise<Value> => {
      await new Promise<void>((enter) => {
        queue({ needs, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        free += needs;
        admit();
      }
    };
    return Object.assign(async <Value>(work: () => Promise<Value>): Promise<Value> => await taking(1, work), {
      together: async <Value>(calls: number, work: (turns: Turns) => Promise<Value>): Promise<Value> => {
        const needs = Math.min(calls, places);
        return await taking(needs, async () => await work(createCallSlots(needs).turns));
      },
    });
  };
  return {
    turns: entrance((turn) => void waiting.push(turn)),
    ahead: entrance((turn) => void waiting.unshift(turn)),
  };
};
