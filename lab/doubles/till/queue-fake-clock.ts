import type { Clock } from '#scenarios';

/** Time that passes as fast as everybody who waits for it allows. */
export interface FakeClock extends Clock {
  /** Runs until the work is done; what still waits then waits for ever. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

export const createFakeClock = (): FakeClock => {
  let now = Date.UTC(2026, 10, 21, 12);
  let waiting: readonly { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds) =>
      new Promise((wake) => {
        waiting = [...waiting, { at: now + Math.max(0, milliseconds), wake }].toSorted((a, b) => a.at - b.at);
      }),
    async during(work) {
      let done = false;
      const result = work().finally(() => {
        done = true;
      });
      while (!done) {
        // Everybody who was woken does what there is to do before time goes on.
        await new Promise((idle) => setImmediate(idle));
        const [first, ...others] = waiting;
        if (first === undefined || done) continue;
        waiting = others;
        now = Math.max(now, first.at);
        first.wake();
      }
      return await result;
    },
  };
};
