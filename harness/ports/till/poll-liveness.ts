import type { Clock } from '#mocks/time';
import { answerPatienceMs } from '#traffic/laws';

/** Whether the till still looks into its queue: what has gone need not be waited for long. */
export type PollLiveness = ReturnType<typeof createPollLiveness>;

/** Longer than a till needs that waits between two polls because the queue misbehaved. */
const longestPauseMs = 60_000;
const littlePatienceMs = 2000;

export const createPollLiveness = (clock: Clock) => {
  let underWay = 0;
  let polled = false;
  let lastAt: number | undefined;
  const waiting = new Set<() => void>();
  const next = (withinMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (came: boolean): void => {
        cancel();
        waiting.delete(wake);
        resolve(came);
      };
      const wake = (): void => end(true);
      const cancel = clock.after(withinMs, () => end(false));
      waiting.add(wake);
    });
  return {
    /** A call to the queue begins; the answer ends it. */
    call(): () => void {
      underWay++;
      polled = true;
      lastAt = clock.now();
      for (const wake of waiting) wake();
      return () => {
        underWay--;
        lastAt = clock.now();
      };
    },
    /** Whether any call to the queue came since the till was activated. */
    hasPolled: () => polled,
    /** Resolves with whether one came, as soon as it does. */
    polls: (withinMs: number) => (polled ? Promise.resolve(true) : next(withinMs)),
    /** The same for one that begins from now on. */
    pollsAgain: next,
    /** Whether one is open, or was in the last `withinMs`. */
    isPolling: (withinMs: number) => underWay > 0 || clock.now() - (lastAt ?? Number.NEGATIVE_INFINITY) < withinMs,
    activated(): void {
      lastAt ??= clock.now();
    },
    patienceMs(): number {
      const isSilent = lastAt !== undefined && underWay === 0 && clock.now() - lastAt > longestPauseMs;
      return isSilent ? littlePatienceMs : answerPatienceMs;
    },
  };
};
