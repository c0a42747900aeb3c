import type { Clock } from '#mocks/time';
import type { Stall } from '#traffic/laws';

/** Tells when our own process read nothing: busy, starved by others, or suspended with the machine. */
export interface StallMeter extends Disposable {
  /** What has not been told yet. */
  readonly take: () => Stall | undefined;
}

/** So often it is looked at; a stall is told as long as it may have been, which is longer by no more than this. */
const stepMs = 2000;
/** A busy machine fires a timer late by as much as half a second. */
const latenessMs = 1000;

export const createStallMeter = (clock: Pick<Clock, 'now' | 'after'>): StallMeter => {
  let lookedAt = clock.now();
  let stall: Stall | undefined;
  // Whatever is read first after a stall may be read before the timer fires.
  const look = (): void => {
    const now = clock.now();
    if (now - lookedAt <= stepMs + latenessMs) return;
    stall = { from: stall?.from ?? lookedAt, to: now };
    lookedAt = now;
  };
  const tick = (): void => {
    look();
    lookedAt = clock.now();
    cancel = clock.after(stepMs, tick);
  };
  let cancel = clock.after(stepMs, tick);
  return {
    take() {
      look();
      const taken = stall;
      stall = undefined;
      return taken;
    },
    [Symbol.dispose]: () => cancel(),
  };
};
