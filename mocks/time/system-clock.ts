import type { Clock } from './clock.ts';
import { sleepOn } from './sleep.ts';

// Node fires a longer timeout at once instead of late.
const longestTimeout = 2 ** 31 - 1;

const after = (milliseconds: number, fire: () => void): (() => void) => {
  // What is past is due, and a negative timeout is warned about.
  const step = Math.min(Math.max(milliseconds, 0), longestTimeout);
  let cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    if (milliseconds <= longestTimeout) fire();
    else cancel = after(milliseconds - step, fire);
  }, step);
  return () => cancel();
};

/** The real time. */
export const systemClock: Clock = { now: () => Date.now(), after, sleep: sleepOn(after) };
