/** Lets so many calls be under way at once; the others wait their turn, before their time is measured. */
export interface Turns {
  <Value>(work: () => Promise<Value>): Promise<Value>;
  /** Keeps all places for calls that are to be under way with no others; they take theirs from what is handed over. */
  readonly together: <Value>(work: (turns: Turns) => Promise<Value>) => Promise<Value>;
}

export const createCallSlots = (places: number) => {
  let waiting: readonly Waiting[] = [];
  let free = places;
  const admit = (): void => {
    for (let next = first(waiting); next !== undefined && next.needs <= free; next = first(waiting)) {
      const admitted = next;
      waiting = waiting.filter((turn) => turn !== admitted);
      free -= admitted.needs;
      admitted.lane.underWay += admitted.needs;
      admitted.enter();
    }
  };
  const entrance = (lane: Lane, queue: (turn: Waiting) => void): Turns => {
    const taking = async <Value>(needs: number, work: () => Promise<Value>): Promise<Value> => {
      await new Promise<void>((enter) => {
        queue({ needs, lane, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        free += needs;
        lane.underWay -= needs;
        admit();
      }
    };
    return Object.assign(async <Value>(work: () => Promise<Value>): Promise<Value> => await taking(1, work), {
      together: async <Value>(work: (turns: Turns) => Promise<Value>): Promise<Value> =>
        await taking(places, async () => await work(createCallSlots(places).turns)),
    });
  };
  const last = (turn: Waiting): void => void (waiting = [...waiting, turn]);
  return {
    turns: entrance({ underWay: 0, isFirst: false }, last),
    /** The same places for one of several who take turns: who has fewest calls under way goes first. */
    lane: (): Turns => entrance({ underWay: 0, isFirst: false }, last),
    /** The same places, for whom time presses: such calls go before all that wait. */
    ahead: entrance({ underWay: 0, isFirst: true }, (turn) => void (waiting = [turn, ...waiting])),
  };
};

/** One who makes calls. */
interface Lane {
  underWay: number;
  /** Before all others. */
  readonly isFirst: boolean;
}

interface Waiting {
  readonly needs: number;
  readonly lane: Lane;
  readonly enter: () => void;
}

/** Whose turn it is; among equals the one who waits longest. Nobody overtakes one who waits for several places. */
const first = (waiting: readonly Waiting[]): Waiting | undefined => {
  const [head] = waiting;
  if (head === undefined || head.lane.isFirst) return head;
  return (
    waiting.find(({ needs }) => needs > 1) ??
    waiting.reduce((best, turn) => (turn.lane.underWay < best.lane.underWay ? turn : best), head)
  );
};
