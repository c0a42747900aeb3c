import type { Clock } from './clock.ts';
import { sleepOn } from './sleep.ts';
import { createTimers } from './timers.ts';

/** Real time a limit is given to be called off before the clock may jump past it; a loopback call takes about 2 ms. */
const graceMs = 250;
/** Real time after which a limit fires although nobody sleeps: its event is not going to come. */
const patienceMs = 1000;

interface Wait {
  readonly kind: 'sleep' | 'limit';
  readonly due: number;
  /** Real time at which it was set. */
  readonly since: number;
}

/**
 * The real time plus an offset, for whole runs with 8 s and 30 s limits in milliseconds. `sleep` wants time to pass, so
 * the clock jumps there; `after` is a limit on something else, usually called off, so the clock jumps past it only once
 * it has had real time to be. Whatever is due on the way fires first: a peer that sleeps 8.5 s misses an 8 s limit.
 */
export const createWarpClock = (): Clock => {
  const timers = createTimers();
  const waits = new Set<Wait>();
  let offset = 0;
  let pulse: { readonly timer: NodeJS.Timeout; readonly quick: boolean } | undefined;
  const now = () => Math.floor(performance.timeOrigin + performance.now() + offset);

  const beatSoon = () => {
    clearTimeout(pulse?.timer);
    const quick = [...waits].some(({ kind }) => kind === 'sleep');
    pulse = waits.size === 0 ? undefined : { timer: setTimeout(beat, quick ? 1 : 20), quick };
  };
  const beat = () => {
    const target = Math.max(now(), destination(waits));
    for (let due = timers.next(); due !== undefined && due <= target; due = timers.next()) {
      offset += Math.max(0, due - now());
      timers.fireNext();
    }
    beatSoon();
  };

  const wait = (kind: Wait['kind']) => (milliseconds: number, fire: () => void) => {
    const entry: Wait = { kind, due: now() + milliseconds, since: performance.now() };
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
const destination = (waits: Iterable<Wait>): number => {
  const byDue = [...waits].sort((one, other) => one.due - other.due);
  const first = byDue.find(({ kind }) => kind === 'sleep');
  const passed = byDue.filter(({ kind, due }) => kind === 'limit' && (!first || due <= first.due));
  const waited = ({ since }: Wait) => performance.now() - since;
  if (first) return passed.every((limit) => waited(limit) >= graceMs) ? first.due : 0;
  return passed.find((limit) => waited(limit) >= patienceMs)?.due ?? 0;
};
