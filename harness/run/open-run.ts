import type { JournalEvent } from '#schemas';
import type { Scenario } from '#scenarios';
import type { Others } from '../ports/merchant/world.ts';
import type { RunContext } from '../ports/run-context.ts';
import type { CheckCollector } from '../verdicts/check-collector.ts';
import type { RunRequest } from './run-options.ts';
import type { Company } from './together.ts';

/** How a run ends, as its journal says it. */
export type Ended = Pick<Extract<JournalEvent, { event: 'run-finished' }>, 'ended' | 'reason'>;

/** The part of a run that is its own for a scenario among others. */
export type Beside = Pick<RunContext, 'emit'>;

/** Everything between us and the target of one run, closed together. */
export interface OpenRun extends AsyncDisposable {
  /** `beside`: others may be under way, and this is where its news go instead of the journal. */
  readonly perform: (scenario: Scenario, checks: CheckCollector, beside?: Beside, others?: Others) => Promise<void>;
  /** Which scenarios may be under way at once; absent: each runs alone. */
  readonly company?: Company;
  /** The scenario on whose account unasked-for traffic is written down. */
  readonly current: (scenario: string) => void;
  /** The target does nothing any more: what is under way and all that follows is not waited for. */
  readonly died?: Promise<Ended>;
  /** Makes the target ready for `meanwhile` and all that follows; a run that cannot go on ends as it says. */
  readonly prepare?: () => Promise<Ended | undefined>;
}

export type Open = (request: RunRequest, context: RunContext) => Promise<OpenRun>;

/** All that is still to come would only show the same again. */
export const refusedSo = (how: string): Ended => ({ ended: 'died', reason: `The run ended early: ${how}` });
