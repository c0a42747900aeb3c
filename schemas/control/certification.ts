import type { Effort } from '../effort.ts';
import type { Party } from '../requirements/index.ts';
import type { RunResult } from '../shapes/types.gen.ts';

export interface RunWish {
  readonly suite: Party;
  /** Which of several tills. */
  readonly till?: string;
  /** Requirements, areas or scenarios. */
  readonly only?: readonly string[];
  readonly effort?: Effort;
  readonly seed?: number;
}

/** A certification as far as it has come. */
export interface RunSummary {
  readonly id: string;
  readonly suite: Party;
  /** `waiting`: for a person. */
  readonly status: 'running' | 'waiting' | 'finished' | 'interrupted' | 'broken';
  readonly startedAt: number;
  readonly verdict?: RunResult['verdict'];
  readonly exitCode?: number;
  readonly counts?: Readonly<Record<string, number>>;
  /** Scenarios. */
  readonly done: number;
  readonly total: number;
  /** In the order of the register. `pending`: nothing was said about it yet. */
  readonly requirements: readonly {
    readonly id: string;
    readonly status: RunResult['requirements'][number]['status'] | 'pending';
  }[];
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

/** One line of what the doctor says. */
export interface SetUpCheck {
  readonly name: string;
  readonly status: 'ok' | 'hint' | 'failed';
  readonly message: string;
}

export interface Certifications {
  /** Whether there is a configuration to certify by. */
  readonly configured: boolean;
  readonly suites: readonly Party[];
  /** In the order of their starts. */
  readonly runs: readonly RunSummary[];
}
