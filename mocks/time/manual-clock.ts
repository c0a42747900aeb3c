import { type Clock, sleepOn } from './clock.ts';
import { createTimers } from './timers.ts';

export interface ManualClock extends Clock {
  /** Moves on, firing in order what falls due on the way, each at its own time. Awaits nothing. */
  advance(milliseconds: number): void;
}

/** Time that stands still until it is told to move. */
export const createManualClock = (startMs: number): ManualClock => {
  const timers = createTimers();
  let now = startMs;
  const after = (milliseconds: number, fire: () => void) => timers.add(now + milliseconds, fire);
  return {
    now: () => now,
    after,
    sleep: sleepOn(after),
    advance: (milliseconds) => {
      const end = now + milliseconds;
      for (let due = timers.next(); due !== undefined && due <= end; due = timers.next()) {
        now = Math.max(now, due);
        timers.fireNext();
      }
      now = end;
    },
  };
};
