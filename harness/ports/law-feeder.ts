import type { Clock } from '#mocks/time';
import { type Law, type LawSettings, type LawJudgement, watch, type Stall } from '#traffic/laws';

/** Feeds a run's stream to the laws, and says what they know as soon as they know it. */
export type LawFeeder<Seen> = ReturnType<typeof createLawFeeder<Seen>>;

type Report = (judgement: LawJudgement) => void;

export interface LawFeederDeps<Seen> {
  readonly laws: readonly Law<Seen>[];
  readonly settings: LawSettings;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly report: Report;
  /** The last sign of life of who is judged; of what comes due after it nothing can be said. Default: now. */
  readonly lastAt?: () => number;
}

/** After a stall of ours, until what came meanwhile is read. */
const readingMs = 1000;

export const createLawFeeder = <Seen>(deps: LawFeederDeps<Seen>) => {
  const { laws, settings, clock, report, lastAt = () => clock.now() } = deps;
  const watched = watch(laws, settings);
  const meter = createStallMeter(clock);
  let stalledAt = Number.NEGATIVE_INFINITY;
  const notice = (): void => {
    const stall = meter.take();
    if (stall === undefined) return;
    stalledAt = stall.to;
    watched.stalled(stall);
  };
  const dueBy = (now: number): readonly LawJudgement[] => (now - stalledAt < readingMs ? [] : watched.at(now));
  return {
    /** Everything in the order it was complete. */
    see(seen: Seen, tell: Report = report): void {
      notice();
      // What came is seen first: it may be what was due by now.
      for (const judgement of watched.see(seen)) tell(judgement);
      for (const judgement of dueBy(lastAt())) report(judgement);
    },
    /** What the one judged did in this time cannot be known, nor be asked. */
    stalled: watched.stalled,
    // Of a run that never began nothing is to be said.
    [Symbol.dispose]: (): void => meter[Symbol.dispose](),
    end(): void {
      notice();
      meter[Symbol.dispose]();
      const now = lastAt();
      for (const judgement of [...dueBy(now), ...watched.end(now)]) report(judgement);
    },
  };
};

/** So often it is looked at; a stall is told as long as it may have been, which is longer by no more than this. */
const stepMs = 2000;
/** A busy machine fires a timer late by as much as half a second. */
const latenessMs = 1000;

/** Tells when our own process read nothing: busy, starved by others, or suspended with the machine. */
export const createStallMeter = (clock: Pick<Clock, 'now' | 'after'>) => {
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
    /** What has not been told yet. */
    take(): Stall | undefined {
      look();
      const taken = stall;
      stall = undefined;
      return taken;
    },
    [Symbol.dispose]: (): void => cancel(),
  };
};
