import type { Clock } from '#mocks/time';

/** Whether the till still does anything at all: who is dead owes nothing any more, and is not waited for. */
export type TillLife = ReturnType<typeof createTillLife>;

/** No poll, no health report and nothing else: longer than any client holds back after an error, which is less than 50 s. */
const silenceMs = 70_000;
/** Counted from its beginning, since who is dead has its last poll answered too; what is kept waiting longer has yet to give up. */
const longestPollMs = 20_000;
/** With no poll open a till that goes on comes back within this. */
const doubtMs = 20_000;
/** What was started may have left the till behind, as a service. */
const leftBehindMs = 5_000;

/** What was under way as it ended may be read a little later. */
const tailMs = 1_000;

export const createTillLife = (clock: Pick<Clock, 'now' | 'after'>) => {
  const { promise: died, resolve } = Promise.withResolvers<string>();
  let underWay = 0;
  let lastAt = clock.now();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isWatched = false;
  let cancelLook = (): void => undefined;
  let cancelEnd = (): void => undefined;
  const look = (): void => {
    const silentMs = clock.now() - Math.max(lastAt, answeredAt - longestPollMs);
    const uncalledS = Math.round((clock.now() - lastAt) / 1000);
    const isOpen = underWay > 0 || silentMs < silenceMs;
    if (isOpen) cancelLook = clock.after(Math.max(leftBehindMs, silenceMs - silentMs), look);
    else resolve(`made no call for ${uncalledS} s: no poll of its queue, no health report, no answer`);
  };
  const waiting = new Set<() => void>();
  const isInDoubt = (): boolean => isWatched && underWay === 0 && clock.now() - lastAt > doubtMs;
  return {
    /** A call begins; the answer ends it. As long as one is open nobody is taken for dead. */
    call(): () => void {
      underWay++;
      lastAt = clock.now();
      for (const wake of waiting) wake();
      waiting.clear();
      return () => {
        underWay--;
        answeredAt = clock.now();
      };
    },
    /** From now on it has to do something. */
    watch(): void {
      if (isWatched) return;
      isWatched = true;
      lastAt = clock.now();
      cancelLook = clock.after(silenceMs, look);
    },
    /** What we started has ended: what comes later is of another one. */
    ended(how: string): void {
      const endedAt = clock.now();
      cancelEnd = clock.after(leftBehindMs, () => {
        if (underWay === 0 && lastAt <= endedAt + tailMs) resolve(how);
      });
    },
    /** When it last called: that it still waits for an answer it has not said since. */
    lastAt: () => lastAt,
    /** Nothing for so long that it may be dead: what was waited for in vain may have another reason than it seems. */
    isInDoubt,
    /** Resolves with its next sign of life; never when it is dead. */
    stirs: () => new Promise<void>((resolve) => void (isInDoubt() ? waiting.add(resolve) : resolve())),
    /** Resolves with how it is known, once the till is dead. */
    died,
    [Symbol.dispose](): void {
      cancelLook();
      cancelEnd();
    },
  };
};
