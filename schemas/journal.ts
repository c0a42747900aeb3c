import type { CheckOutcome, ReplayPlan } from './judging/outcome.ts';
import type { Effort } from './effort.ts';
import type { AssumptionId } from './requirements/assumptions.ts';
import type { Party, RequirementId } from './requirements/index.ts';
import type { Exchange, ExpectedFailure, RunResult } from './shapes/types.gen.ts';

/**
 * One line of journal.ndjson, appended as it happens. The journal is the run: the result and every report are functions
 * of it, so a killed run, a rebuilt report and a merged set of shards are all the same computation. Its shape is
 * `run/journal-line.json`.
 */
export type JournalEvent =
  | RunStarted
  | { readonly event: 'scenario-started'; readonly scenario: string; readonly at: string }
  | { readonly event: 'exchange'; readonly exchange: Exchange }
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
  | {
      readonly event: 'attempted';
      readonly scenario: string;
      readonly property: string;
      readonly made: number;
      readonly planned: number;
      /** So many levels of a covering plan came together, in place of attempts. */
      readonly levels?: number;
    }
  | { readonly event: 'observed'; readonly assumption: AssumptionId; readonly observation: string }
  | { readonly event: 'used-up'; readonly what: string }
  | { readonly event: 'unexpected'; readonly what: string; readonly exchange?: number }
  | {
      /** What the stored plan of a replay came to. `unmet`: what it presupposes was not there, so it was not tried. */
      readonly event: 'replayed';
      readonly scenario: string;
      readonly property: string;
      readonly came: 'held' | 'failed' | 'unmet';
      readonly reason?: string;
    }
  | {
      readonly event: 'scenario-finished';
      readonly scenario: string;
      readonly status: 'done' | 'broken';
      readonly durationMs: number;
      readonly reason?: string;
    }
  | {
      readonly event: 'run-finished';
      readonly at: string;
      /** `interrupted`: Ctrl-C. `not-judged`: the doctor said no. `broken`: a bug of ours. `died`: the target does nothing any more. */
      readonly ended: 'completed' | 'interrupted' | 'not-judged' | 'broken' | 'died';
      readonly reason?: string;
    };

export interface RunStarted {
  readonly event: 'run-started';
  readonly at: string;
  readonly suite: Party;
  readonly seed: number;
  readonly effort: Effort;
  readonly tool: RunResult['tool'];
  readonly register: RunResult['register'];
  readonly target: RunResult['target'];
  /** The command line that repeats this run, without the program's name. */
  readonly command: readonly string[];
  readonly shard?: { readonly index: number; readonly of: number; readonly exit?: 0 };
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
  readonly settling: {
    readonly severity: Readonly<Record<string, 'must' | 'should'>>;
    readonly expectedFailures: readonly ExpectedFailure[];
    readonly tolerate: readonly string[];
    readonly assumptions: Readonly<Record<string, unknown>>;
    /** The version of the register whose rows count. Absent where all do. */
    readonly scoredBy?: string;
  };
  /** What the configuration says of the target's capabilities, such as `merchant.lock`. Journals before 0.2 lack it. */
  readonly capabilities?: Readonly<Record<string, boolean>>;
  /** Configured keys that change how the target is tried, such as `queue.groupBatching`. Journals before 0.2 lack it. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the configuration comes to: shards of one run have the same. Journals before 0.2 lack it. */
  readonly configuration?: string;
  /** The stored plan that is run again, and nothing else. */
  readonly replay?: Pick<ReplayPlan, 'scenario' | 'property'>;
}

interface LeftOut {
  readonly requirement: RequirementId;
  readonly reason: string;
}
