import type { Party } from '../requirements/index.ts';
import type {
  AnsweredCheck,
  ChangedRow,
  ComparisonAnswer,
  RequirementResult,
  Root,
  RunResult,
} from '../shapes/types.gen.ts';
import type { ExchangeSummary } from './exchanges.ts';
import type { ControlInputs } from './inputs.gen.ts';

export type RunWish = ControlInputs['POST /certification/runs'];

export interface RunSummary {
  readonly id: string;
  readonly suite: Party;
  /** `waiting`: for a person. */
  readonly status: 'running' | 'waiting' | 'finished' | 'interrupted' | 'broken';
  readonly startedAt: number;
  /** As the configuration calls it. */
  readonly target?: string;
  /** The configuration file as it was given; absent where there is none. */
  readonly config?: string;
  /** What was asked for, with the seed that was drawn. */
  readonly wish: RunWish & { readonly seed: number };
  readonly verdict?: RunResult['verdict'];
  readonly exitCode?: number;
  readonly counts?: Readonly<Record<string, number>>;
  /** Scenarios. */
  readonly done: number;
  readonly total: number;
  /** In the order of the register. */
  readonly requirements: readonly {
    readonly id: string;
    readonly status: RowStatus;
    /** The configuration key that is needed to exercise it. */
    readonly unlock?: string;
  }[];
  /** What is wrong inside, once it is over. */
  readonly diagnosis?: readonly Root[];
  /** What a person has to do now. */
  readonly turn?: {
    readonly trigger: string;
    readonly text: string;
    readonly deadline: number;
    /** Something has to be typed, such as the id of the basket just made. */
    readonly wantsAnswer: boolean;
  };
  readonly message?: string;
}

/** `pending`: nothing was said about it yet. */
export type RowStatus = RequirementResult['status'] | 'pending';

/** One requirement in a run, as far as it has come: what was found, and the command that shows it again. */
export interface RunRow extends Omit<RequirementResult, 'status' | 'tills'> {
  readonly status: RowStatus;
  readonly clause: string;
  readonly rule: string;
}

/** An exchange of a run. What is found in it may be told after it. */
export interface RunExchange extends ExchangeSummary {
  readonly scenario: string;
}

/** What became of the requirements from an older run to a newer one of the same suite. */
export interface RunComparison extends Pick<ComparisonAnswer, 'words' | 'circumstances'> {
  readonly older: string;
  readonly newer: string;
  readonly changes: readonly {
    readonly words: string;
    readonly sign: string;
    readonly isBad: boolean;
    readonly rows: readonly Pick<ChangedRow, 'id' | 'from' | 'to' | 'why'>[];
  }[];
}

export type SetUpCheck = Readonly<Pick<AnsweredCheck, 'name' | 'status' | 'message'>>;

export interface Certifications {
  /** Whether there is a configuration to certify by. */
  readonly configured: boolean;
  readonly suites: readonly Party[];
  /** The names of `pos.tills`; none where there is one till only. */
  readonly tills: readonly string[];
  /** In the order of their starts. */
  readonly runs: readonly RunSummary[];
}
