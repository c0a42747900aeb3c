import type { serve } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { Config, JournalEvent, Party, ReplayPlan } from '#schemas';
import type { Scenario } from '#scenarios';
import type { TargetTriggers } from '../targets/triggers.ts';

/** A run: everything it needs from outside, as values. */
export interface RunRequest {
  readonly suite: Party;
  readonly config: Config;
  readonly seed: number;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly replay?: ReplayPlan | undefined;
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  readonly clock: Clock;
  /** Ends the run promptly; its result is then `interrupted`. */
  readonly signal: AbortSignal;
  readonly triggers: TargetTriggers;
  /** Gets every event, redacted, as it happens. */
  readonly journal: (event: JournalEvent) => void;
  /** The command line that repeats this run, without the program's name. */
  readonly command: readonly string[];
  /** The doctor: a target it cannot reach is not judged. */
  readonly preflight?:
    | (() => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>)
    | undefined;
  /** Values besides the configured headers that must never be written. */
  readonly secrets?: readonly string[] | undefined;
  /** What a long step is doing, for the live line. */
  readonly progress?: ((scenario: string, text: string) => void) | undefined;
  /** A line a person must read for the run to go on. */
  readonly announce?: ((text: string) => void) | undefined;
  /** Where a target we start writes what it says; nowhere unless told. */
  readonly targetLog?: string | undefined;
  /** How the platform gets its socket. */
  readonly serve?: typeof serve | undefined;
  /** Default: all scenarios of the suite. */
  readonly scenarios?: readonly Scenario[] | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}
