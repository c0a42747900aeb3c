import type { Clock } from '#mocks/time';
import type { TargetTriggers } from '../targets/triggers.ts';
import type { RunOptions } from './run-options.ts';

/** A run whose set-up is there. */
export interface RunRequest extends RunOptions {
  readonly clock: Clock;
  readonly triggers: TargetTriggers;
  /** The doctor: a target it cannot reach is not judged. */
  readonly preflight?:
    | (() => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>)
    | undefined;
}
