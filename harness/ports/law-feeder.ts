import type { Clock } from '#mocks/time';
import { type Law, type LawSettings, type LawJudgement, watch } from '#traffic/laws';
import { createStallMeter } from './stall-meter.ts';

/** Feeds a run's stream to the laws, and says what they know as soon as they know it. */
export interface LawFeeder<Seen> extends Disposable {
  /** Everything in the order it was complete. */
  readonly see: (seen: Seen, report?: Report) => void;
  /** The run is over. */
  readonly end: () => void;
}

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

export const createLawFeeder = <Seen>(deps: LawFeederDeps<Seen>): LawFeeder<Seen> => {
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
    see(seen, tell = report) {
      notice();
      // What came is seen first: it may be what was due by now.
      for (const judgement of watched.see(seen)) tell(judgement);
      for (const judgement of dueBy(lastAt())) report(judgement);
    },
    // Of a run that never began nothing is to be said.
    [Symbol.dispose]: () => meter[Symbol.dispose](),
    end() {
      notice();
      meter[Symbol.dispose]();
      const now = lastAt();
      for (const judgement of [...dueBy(now), ...watched.end(now)]) report(judgement);
    },
  };
};
