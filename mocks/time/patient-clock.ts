import type { Clock } from './clock.ts';
import { sleepOn } from './sleep.ts';

const stepMs = 1000;
/** A busy machine fires a timer late by as much as half a second; what stands still for longer than this stood still. */
const latenessMs = 1000;

/**
 * The real time for waits whose end blames somebody: while this process gets no processor (the machine is suspended, or
 * starved by others) nobody's time runs out, since whoever is waited for may have stood still with it. Waits of a second or
 * less are as they are.
 */
export const createPatientClock = (real: Pick<Clock, 'now' | 'after'>): Clock => {
  const after = (milliseconds: number, fire: () => void): (() => void) => {
    const step = Math.min(milliseconds, stepMs);
    if (step >= milliseconds) return real.after(milliseconds, fire);
    const startedAt = real.now();
    let cancel = real.after(step, () => {
      const passed = Math.min(real.now() - startedAt, step + latenessMs);
      cancel = after(Math.max(0, milliseconds - passed), fire);
    });
    return () => cancel();
  };
  return { now: () => real.now(), after, sleep: sleepOn(after) };
};
