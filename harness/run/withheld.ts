import type { JournalEvent, RequirementId } from '#schemas';
import type { CheckCollector, Reported } from '../verdicts/check-collector.ts';
import type { Beside } from './open-run.ts';

/** What a scenario says while others are under way, until it is known whether that counts. */
export interface Withheld extends Beside {
  readonly checks: CheckCollector;
  /** Something was found, or could not be tried: alone it may be otherwise. */
  readonly isDoubtful: () => boolean;
  /** What it found to be wrong. */
  readonly failed: () => ReadonlySet<RequirementId>;
  readonly tell: () => void;
}

/** What schemas and laws say of single exchanges and of all traffic is true in any company, and told at once. */
export const withhold = (checks: CheckCollector, emit: (event: JournalEvent) => void): Withheld => {
  const reports: Reported[] = [];
  const events: JournalEvent[] = [];
  let blamed = false;
  return {
    checks: {
      report(reported) {
        if (reported.by === 'scenario') {
          reports.push(reported);
          return;
        }
        blamed ||= reported.by === 'law' && reported.outcome.status === 'failed';
        checks.report(reported);
      },
      close: () => undefined,
    },
    emit: (event) => void events.push(event),
    isDoubtful: () => blamed || reports.some(isDoubtful),
    failed: () =>
      new Set(reports.filter(({ outcome }) => outcome.status === 'failed').map(({ requirement }) => requirement)),
    tell() {
      for (const event of events) emit(event);
      for (const reported of reports) checks.report(reported);
    },
  };
};

/** What the configuration does not allow to be tried cannot be tried alone either. */
const isDoubtful = ({ outcome }: Reported): boolean =>
  outcome.status === 'failed' ||
  outcome.status === 'warned' ||
  (outcome.status === 'not-exercised' && outcome.unlock === undefined);
