/** Answers are judged in the order in which they were complete, though what comes next may be asked for before. */
export interface JudgingOrder {
  /** Resolves when it is an answer's turn to be judged; `ahead` asks for what comes next, which is sent before that. */
  readonly turn: (ahead?: () => void) => Promise<void>;
}

export const createJudgingOrder = (): JudgingOrder => {
  let last: Promise<void> | undefined;
  return {
    async turn(ahead) {
      if (ahead === undefined) return await last;
      ahead();
      // A connection that has just given an answer takes what is asked of it in the next turn of the event loop.
      const own = new Promise<void>((resolve) => process.nextTick(() => setImmediate(resolve)));
      last = own;
      await own;
      if (last === own) last = undefined;
    },
  };
};
