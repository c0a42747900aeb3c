import { type Clock, sleepOn } from './clock.ts';
import { earliest } from './timers.ts';

/**
 * Looks in a row that must find the process quiet. One would do, but that on a loaded machine the kernel may take a moment
 * to carry data from one socket to another.
 */
const fewestLooks = 5;
/** Work of this thread that is waited for where it does not come to rest, as beside a peer that never pauses. */
const graceMs = 250;
/** The same for a limit where nobody sleeps either: its event is not going to come. */
const patienceMs = 400;
/** So often the event loop must have come round meanwhile, if the process does not come to rest. */
const fewestBeats = 10;
/** By so much a jump waits for the moment before a call, which would otherwise be told to have taken what was jumped. */
const callFactor = 2;

/** A sleep up to this is a breath between two looks at something; what had just begun loses little by it. */
const shortMs = 1000;

interface Wait {
  readonly kind: 'sleep' | 'limit';
  readonly milliseconds: number;
  readonly at: number;
  readonly fire: () => void;
  /** How much this process had worked by then, in ms. */
  readonly sinceWork: number;
  /** How often the clock had beaten by then. */
  readonly sinceBeat: number;
}

/**
 * Time for whole runs with 8 s and 30 s limits in milliseconds. Everybody under test lives in this thread, so its time is the
 * work it does: while others have the processor nobody's time runs out, and a verdict does not depend on how busy the machine
 * is. When the thread is at rest, nothing but time can happen next: the clock jumps to whatever falls due first, and never
 * past it. One that never rests is given a measure of its own work instead. A peer that sleeps 8.5 s misses an 8 s limit.
 */
export const createWarpClock = (): Clock => {
  const waits = new Set<Wait>();
  const rest = createRest();
  // From the wall clock on, so that what is stamped with it is of today.
  let offset = performance.timeOrigin + performance.now() - workedMs();
  let beats = 0;
  let isFiring = false;
  let pulse: NodeJS.Timeout | undefined;
  const now = () => Math.floor(workedMs() + offset);

  const beatSoon = () => {
    pulse = waits.size === 0 ? undefined : setTimeout(beat, 1);
  };
  const beat = () => {
    beats++;
    rest.look();
    const target = Math.max(now(), destination(waits, beats, rest));
    isFiring = true;
    for (let next = earliest(waits); next !== undefined && next.at <= target; next = earliest(waits)) {
      offset += Math.max(0, next.at - now());
      waits.delete(next);
      next.fire();
      rest.disturb();
    }
    isFiring = false;
    beatSoon();
  };

  const wait = (kind: Wait['kind']) => (milliseconds: number, fire: () => void) => {
    rest.disturb();
    // What falls due by it fires with the next beat, as on any busy machine.
    if (kind === 'limit' && !isFiring) offset += Math.max(0, destination(waits, beats, rest) - now());
    const at = now() + milliseconds;
    const entry: Wait = { kind, milliseconds, at, fire, sinceWork: workedMs(), sinceBeat: beats };
    waits.add(entry);
    if (pulse === undefined) beatSoon();
    return () => void waits.delete(entry);
  };

  return { now, after: wait('limit'), sleep: sleepOn(wait('sleep')) };
};

/** The moment the clock may jump to; the past when it may not. */
const destination = (waits: Iterable<Wait>, beats: number, rest: Rest): number => {
  const next = earliest(waits);
  if (next === undefined) return 0;
  const { kind, milliseconds, at } = next;
  const isShort = kind === 'sleep' && milliseconds <= shortMs;
  if (rest.isQuiet(isShort ? 1 : fewestLooks)) return at;
  if (beats - next.sinceBeat < fewestBeats) return 0;
  if (isShort) return at;
  const worked = workedMs();
  let [isAwaited, isCalling] = [false, false];
  for (const one of waits) {
    isAwaited ||= one.kind === 'sleep';
    isCalling ||= one !== next && one.kind === 'limit' && worked - one.sinceWork < graceMs;
  }
  const neededMs = (isAwaited ? graceMs : patienceMs) * (isCalling ? callFactor : 1);
  return worked - next.sinceWork >= neededMs ? at : 0;
};

const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Work under way that no event tells of before it is done: files being read, names looked up, callbacks in line. */
const underWay = /^(?:FSReq|GetAddrInfoReq|GetNameInfoReq|QueryReq|TCPConnectWrap|Immediate|ProcessWrap)/u;

/** Whether this process has come to rest, in the eyes of whoever looks about once a millisecond. */
type Rest = ReturnType<typeof createRest>;

/**
 * A process at rest gets nothing from the network. What one of its sockets writes to another is there at once, so turns of
 * the event loop that find nothing mean that nothing is on its way, however slowly the turns follow each other.
 */
const createRest = () => {
  let seen = 0;
  let quiet = 0;
  return {
    look: () => {
      const { events } = performance.nodeTiming.uvMetricsInfo;
      quiet = events === seen ? quiet + 1 : 0;
      seen = events;
    },
    /** Nothing arrived between so many looks, and nothing is under way. */
    isQuiet: (looks: number) =>
      quiet >= looks && !process.getActiveResourcesInfo().some((resource) => underWay.test(resource)),
    /** Something has just begun. */
    disturb: () => {
      quiet = 0;
    },
  };
};
