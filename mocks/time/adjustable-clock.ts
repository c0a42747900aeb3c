import { type Clock, sleepOn, systemClock } from './clock.ts';
import type { ManualClock } from './manual-clock.ts';
import { earliest } from './timers.ts';

/** Real time that can be moved forward: what falls due on the way fires at once, in order, each at its own time. */
export const createAdjustableClock = (real: Pick<Clock, 'now' | 'after'> = systemClock): ManualClock => {
  const waiting = new Set<{ readonly at: number; readonly fire: () => void; cancel: () => void }>();
  let offset = 0;
  const now = () => real.now() + offset;

  const after = (milliseconds: number, fire: () => void): (() => void) => {
    const timer = {
      at: now() + milliseconds,
      fire: () => {
        waiting.delete(timer);
        fire();
      },
      cancel: () => {},
    };
    timer.cancel = real.after(milliseconds, timer.fire);
    waiting.add(timer);
    return () => {
      timer.cancel();
      waiting.delete(timer);
    };
  };

  return {
    now,
    after,
    sleep: sleepOn(after),
    advance(milliseconds) {
      const end = now() + milliseconds;
      for (let due = earliest(waiting); due !== undefined && due.at <= end; due = earliest(waiting)) {
        offset += Math.max(0, due.at - now());
        due.cancel();
        due.fire();
      }
      offset += Math.max(0, end - now());
      for (const timer of waiting) {
        timer.cancel();
        timer.cancel = real.after(Math.max(0, timer.at - now()), timer.fire);
      }
    },
  };
};

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
