/** Answers are judged in the order in which they were complete, though what comes next may be asked for before. */
export type JudgingOrder = ReturnType<typeof createJudgingOrder>;

export const createJudgingOrder = () => {
  let last: Promise<void> | undefined;
  return {
    /** Resolves when it is an answer's turn to be judged; `ahead` asks for what comes next, which is sent before that. */
    async turn(ahead?: () => void): Promise<void> {
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
