import type { Fetch, serve } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { Config, Effort, JournalEvent, Party, ReplayPlan } from '#schemas';
import type { Scenario } from '#scenarios';
import type { Redactor } from '#traffic';
import type { Shard } from '../plan/shard.ts';
import type { TillAddresses } from '../targets/till-addresses.ts';
import type { TargetTriggers } from '../targets/triggers.ts';

/** One run of a suite: what is asked for, and everything it takes from outside, as values. */
export interface RunOptions {
  readonly suite: Party;
  readonly config: Config;
  /** Values besides those the configuration names as such that must never be written. */
  readonly secrets?: readonly string[] | undefined;
  /** What hides secrets, and learns of those that are issued on the way. Default: one that knows the configuration's. */
  readonly redactor?: Redactor | undefined;
  readonly seed: number;
  readonly effort: Effort;
  /** Only these requirements, areas or scenarios. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  /** Default: all scenarios of the suite. */
  readonly scenarios?: readonly Scenario[] | undefined;
  readonly replay?: ReplayPlan | undefined;
  readonly shard?: Shard | undefined;
  /** The older version of the register that it is scored by. */
  readonly register?: string | undefined;
  /** The command line that repeats this run, without the program's name. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the run promptly; its result is then `interrupted`. */
  readonly signal: AbortSignal;
  /** Ends the run promptly; its result is then what has been found, and its reason why no more was tried. */
  readonly enough?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Gets every event, redacted, as it happens. */
  readonly onEvent?: ((event: JournalEvent) => void) | undefined;
  /** What a long step says it is doing. */
  readonly onProgress?: ((scenario: string, text: string) => void) | undefined;
  /** A line a person must read for the run to go on. */
  readonly announce?: ((text: string) => void) | undefined;
  /** Where a target we start writes what it says; nowhere unless told. */
  readonly targetLog?: string | undefined;
  /** Answers the calls to a merchant in this process. Default: the network. */
  readonly fetch?: Fetch | undefined;
  /** How the platform gets its socket. */
  readonly serve?: typeof serve | undefined;
}

/** A run whose set-up is there. */
export interface RunRequest extends RunOptions {
  readonly clock: Clock;
  readonly triggers: TargetTriggers;
  /** Where the triggers find what a container we start listens on. */
  readonly tillAddresses?: TillAddresses | undefined;
  /** The doctor: a target it cannot reach is not judged. It is told which configuration keys the plan needs. */
  readonly preflight?:
    | ((needs: ReadonlySet<string>) => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>)
    | undefined;
}
