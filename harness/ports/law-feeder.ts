import type { Clock } from '#mocks/time';
import { type Law, type LawSettings, type LawJudgement, watch } from '#traffic/laws';

/** Feeds a run's stream to the laws, and says what they know as soon as they know it. */
export interface LawFeeder<Seen> {
  /** Everything in the order it was complete. */
  readonly see: (seen: Seen, report?: Report) => void;
  /** The run is over. */
  readonly end: () => void;
}

type Report = (judgement: LawJudgement) => void;

export interface LawFeederDeps<Seen> {
  readonly laws: readonly Law<Seen>[];
  readonly settings: LawSettings;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: Report;
}

export const createLawFeeder = <Seen>({ laws, settings, clock, report }: LawFeederDeps<Seen>): LawFeeder<Seen> => {
  const watched = watch(laws, settings);
  return {
    see(seen, tell = report) {
      // What came is seen first: it may be what was due by now.
      for (const judgement of watched.see(seen)) tell(judgement);
      for (const judgement of watched.at(clock.now())) report(judgement);
    },
    end() {
      const now = clock.now();
      for (const judgement of [...watched.at(now), ...watched.end(now)]) report(judgement);
    },
  };
};
