import { type Clock, sleepOn } from './clock.ts';
import { earliest } from './timers.ts';

export interface ManualClock extends Clock {
  /** Moves on, firing in order what falls due on the way, each at its own time. Awaits nothing. */
  advance(milliseconds: number): void;
}

/** Time that stands still until it is told to move. */
export const createManualClock = (startMs: number): ManualClock => {
  const waiting = new Set<{ readonly at: number; readonly fire: () => void }>();
  let now = startMs;
  const after = (milliseconds: number, fire: () => void) => {
    const timer = { at: now + milliseconds, fire };
    waiting.add(timer);
    return () => void waiting.delete(timer);
  };
  return {
    now: () => now,
    after,
    sleep: sleepOn(after),
    advance: (milliseconds) => {
      const end = now + milliseconds;
      for (let due = earliest(waiting); due !== undefined && due.at <= end; due = earliest(waiting)) {
        now = Math.max(now, due.at);
        waiting.delete(due);
        due.fire();
      }
      now = end;
    },
  };
};
