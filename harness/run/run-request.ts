import type { Clock } from '#mocks/time';
import type { TillAddresses } from '../targets/till-addresses.ts';
import type { TargetTriggers } from '../targets/triggers.ts';
import type { RunOptions } from './run-options.ts';

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
