import type { RequirementId } from '#schemas';
import type { TillTraffic, TrafficOf } from '../till-traffic.ts';
import { notExercised } from './define.ts';
import type { LawRun, LawContext } from './law.ts';

/** What a till owes from its first success on; before it there may be calls of a till that is still active from elsewhere. */
export const sinceActivation =
  (
    covers: readonly RequirementId[],
    begin: (settings: LawContext, activation: TrafficOf<'activation'>) => LawRun<TillTraffic>,
  ) =>
  (settings: LawContext): LawRun<TillTraffic> => {
    let run: LawRun<TillTraffic> | undefined;
    return {
      see(seen) {
        if (run !== undefined) return run.see(seen);
        if (seen.kind === 'activation' && seen.success) run = begin(settings, { ...seen, body: undefined });
        return [];
      },
      at: (now) => run?.at?.(now) ?? [],
      stalled: (stall) => run?.stalled?.(stall),
      end: (now) =>
        run?.end(now) ?? covers.map((id) => notExercised(id, 'the till was never activated', 'triggers.activatePos')),
    };
  };
