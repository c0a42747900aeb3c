import type { CheckOutcome } from './judging/outcome.ts';
import type { AssumptionId } from './requirements/assumptions.ts';
import type { RequirementId } from './requirements/index.ts';
import type { Given } from './shapes/names.ts';
import type {
  AttemptedLine,
  ExchangeLine,
  ReplayedLine,
  RunFinishedLine,
  RunStartedLine,
  ScenarioFinishedLine,
  ScenarioStartedLine,
  Settling,
  UnexpectedLine,
  UsedUpLine,
} from './shapes/types.gen.ts';

/**
 * One line of journal.ndjson, appended as it happens. The journal is the run: the result and every report are functions
 * of it, so a killed run, a rebuilt report and a merged set of shards are all the same computation. Its shape is
 * `run/journal-line.json`.
 */
export type JournalEvent =
  | RunStarted
  // Without ids of this register, and so as their shapes have them.
  | Readonly<ScenarioStartedLine | ExchangeLine | AttemptedLine | UsedUpLine | UnexpectedLine | ReplayedLine>
  | Readonly<ScenarioFinishedLine | RunFinishedLine>
  | {
      readonly event: 'check';
      readonly scenario: string;
      readonly requirement: RequirementId;
      /** `schema`: the harness judged an exchange; `scenario`: the scenario judged behaviour; `law`: it was told by watching. */
      readonly by: 'schema' | 'scenario' | 'law';
      readonly outcome: CheckOutcome;
      /** How many such checks this line stands for; one when absent. */
      readonly count?: number;
    }
  | { readonly event: 'observed'; readonly assumption: AssumptionId; readonly observation: string };

/** What is the same in its shape, which has no ids of this register. Journals before 0.2 lack `configuration`. */
type Plain =
  | 'event'
  | 'at'
  | 'suite'
  | 'seed'
  | 'effort'
  | 'tool'
  | 'target'
  | 'shard'
  | 'configuration'
  | 'replay'
  | 'register'
  | 'command'
  | 'capabilities';

export interface RunStarted extends Given<Pick<RunStartedLine, Plain>> {
  /** What will run, and what will not and why. */
  readonly plan: {
    readonly scenarios: readonly {
      readonly id: string;
      readonly covers: readonly RequirementId[];
      /** Journals before 0.2 lack it. */
      readonly provokes?: readonly RequirementId[];
    }[];
    readonly omitted: readonly {
      readonly id: string;
      readonly covers: readonly RequirementId[];
      readonly provokes?: readonly RequirementId[];
      readonly reason: string;
      readonly unlock?: string;
    }[];
    /** Requirements outside the target's claims. */
    readonly notApplicable: readonly LeftOut[];
    /** Requirements outside the user's filter. Journals before 0.2 have them among the others. */
    readonly filtered?: readonly LeftOut[];
    /** Configuration keys that some requirement needs and the configuration lacks. */
    readonly missing?: readonly string[];
  };
  /** The parts of the configuration that change how results are settled. */
  readonly settling: Given<Omit<Settling, 'assumptions'>> & { readonly assumptions: Readonly<Record<string, unknown>> };
  /** Configured keys that change how the target is tried, such as `queue.groupBatching`. Journals before 0.2 lack it. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

interface LeftOut {
  readonly requirement: RequirementId;
  readonly reason: string;
}
