import { causeId, type CheckOutcome, type JournalEvent, type RequirementId } from '#schemas';

type CheckEvent = Extract<JournalEvent, { event: 'check' }>;
export type Reported = Pick<CheckEvent, 'requirement' | 'by' | 'outcome'>;

/** One cause is written this often with its exchanges; further ones are only counted. */
const perCause = 5;
/** A target that is wrong in ever new ways: beyond this the rest of a requirement is one cause. */
const causesPerRequirement = 50;

interface Entry {
  readonly last: Reported;
  seen: number;
  written: number;
}

/** The checks of one scenario on their way to the journal, without the repetitions. */
export type CheckCollector = ReturnType<typeof createCheckCollector>;

/**
 * Schema checks come with every exchange, so a walk over a catalogue yields thousands of the same: a pass is written
 * once per scenario, a failure up to five times per cause, and the rest as a number.
 */
export const createCheckCollector = (scenario: string, emit: (event: JournalEvent) => void) => {
  const entries = new Map<string, Entry>();
  const causes = new Map<RequirementId, Set<string>>();
  const write = ({ requirement, by, outcome }: Reported, count = 1): void =>
    emit({ event: 'check', scenario, requirement, by, outcome, ...(count > 1 && { count }) });
  const causeKey = (requirement: RequirementId, outcome: CheckOutcome): string => {
    if (outcome.status === 'passed') return '';
    const cause = outcome.status === 'not-exercised' ? outcome.reason : causeId(outcome);
    const known = causes.get(requirement) ?? new Set();
    causes.set(requirement, known);
    if (!known.has(cause) && known.size >= causesPerRequirement) return 'the rest';
    known.add(cause);
    return cause;
  };
  return {
    report(reported: Reported) {
      const { requirement, by, outcome } = reported;
      const key = `${requirement} ${by} ${outcome.status} ${causeKey(requirement, outcome)}`;
      const entry = entries.get(key);
      if (entry === undefined) {
        entries.set(key, { last: reported, seen: 1, written: 1 });
        write(reported);
        return;
      }
      entry.seen++;
      const limit = outcome.status === 'failed' || outcome.status === 'warned' ? perCause : 1;
      if (entry.written >= limit) return;
      entry.written++;
      write(reported);
    },
    /** Writes how often the repeated ones were seen. Nothing may be reported after. */
    close() {
      for (const { last, seen, written } of entries.values()) if (seen > written) write(last, seen - written);
    },
  };
};

/** The collectors of several scenarios, each made when its first check comes. */
export const createCheckCollectors = (emit: (event: JournalEvent) => void) => {
  const collectors = new Map<string, CheckCollector>();
  return {
    of(scenario: string): CheckCollector {
      const collector = collectors.get(scenario) ?? createCheckCollector(scenario, emit);
      collectors.set(scenario, collector);
      return collector;
    },
    close(): void {
      for (const collector of collectors.values()) collector.close();
    },
  };
};
