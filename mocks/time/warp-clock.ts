import type { Clock } from './clock.ts';
import { sleepOn } from './sleep.ts';
import { createTimers } from './timers.ts';

/** Real time a limit is given to be called off before the clock may jump past it; a loopback call takes about 2 ms. */
const graceMs = 250;
/** Real time after which a limit fires although nobody sleeps: its event is not going to come. */
const patienceMs = 400;
/** So often the event loop must have come round meanwhile: a busy process has not had the time it has waited. */
const fewestBeats = 10;
/** A sleep longer than this waits for that too: what had just begun would seem to have paused for all of it. */
const shortMs = 1000;

interface Wait {
  readonly kind: 'sleep' | 'limit';
  readonly milliseconds: number;
  readonly due: number;
  /** Real time at which it was set. */
  readonly since: number;
  /** How often the clock had beaten by then. */
  readonly sinceBeat: number;
}

/**
 * The real time plus an offset, for whole runs with 8 s and 30 s limits in milliseconds. `sleep` wants time to pass, so
 * the clock jumps there almost at once; `after` is a limit on something else, usually called off, so the clock jumps to
 * it only once it has had real time to be, and never past it: what a heartbeat or a poll starts needs time of its own. A
 * peer that sleeps 8.5 s misses an 8 s limit.
 */
export const createWarpClock = (): Clock => {
  const timers = createTimers();
  const waits = new Set<Wait>();
  let offset = 0;
  let beats = 0;
  let pulse: { readonly timer: NodeJS.Timeout; readonly quick: boolean } | undefined;
  const now = () => Math.floor(performance.timeOrigin + performance.now() + offset);

  const beatSoon = () => {
    clearTimeout(pulse?.timer);
    const quick = [...waits].some(({ kind }) => kind === 'sleep');
    pulse = waits.size === 0 ? undefined : { timer: setTimeout(beat, quick ? 1 : 20), quick };
  };
  const beat = () => {
    beats++;
    const target = Math.max(now(), destination(waits, beats));
    for (let due = timers.next(); due !== undefined && due <= target; due = timers.next()) {
      offset += Math.max(0, due - now());
      timers.fireNext();
    }
    beatSoon();
  };

  const wait = (kind: Wait['kind']) => (milliseconds: number, fire: () => void) => {
    const entry: Wait = { kind, milliseconds, due: now() + milliseconds, since: performance.now(), sinceBeat: beats };
    waits.add(entry);
    if (pulse === undefined || (kind === 'sleep' && !pulse.quick)) beatSoon();
    const cancel = timers.add(entry.due, () => {
      waits.delete(entry);
      fire();
    });
    return () => {
      waits.delete(entry);
      cancel();
    };
  };

  return { now, after: wait('limit'), sleep: sleepOn(wait('sleep')) };
};

/** The moment the clock may jump to at once; the past when it may not. */
const destination = (waits: Iterable<Wait>, beats: number): number => {
  const [next, ...later] = [...waits].sort((one, other) => one.due - other.due);
  if (next === undefined) return 0;
  const hasComeRound = beats - next.sinceBeat >= fewestBeats;
  if (next.kind === 'sleep') return next.milliseconds <= shortMs || hasComeRound ? next.due : 0;
  const neededMs = later.some(({ kind }) => kind === 'sleep') ? graceMs : patienceMs;
  return hasComeRound && performance.now() - next.since >= neededMs ? next.due : 0;
};
