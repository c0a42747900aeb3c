import type { ByteBudget } from '../../../retention/byte-budget.ts';
import type { Lifecycle } from '../../../ledgers/till/messages.ts';
import { createMemory } from '../../../retention/memory.ts';
import { type Span, workSpans } from './pauses.ts';

/** When the till worked on what it received. What it said is large and forgotten first; that it was at work is not. */
export interface WorkTimes {
  readonly see: (lifecycle: Lifecycle) => void;
  /** With these polls, but for those from before the work that is still known. */
  readonly withPolls: (polls: readonly Span[]) => readonly Span[];
}

export const createWorkTimes = (budget: ByteBudget): WorkTimes => {
  const times = createMemory<readonly Span[]>(budget, { weigh: () => 0 });
  return {
    see(lifecycle) {
      const spans = workSpans(lifecycle);
      const began = spans[0]?.from ?? Number.POSITIVE_INFINITY;
      // A message that comes again once its deliveries were forgotten begins anew.
      const earlier = (times.get(lifecycle.messageId) ?? []).filter(({ from }) => from < began);
      times.set(lifecycle.messageId, [...earlier, ...spans]);
    },
    withPolls(polls) {
      const spans = [...times.values()].flat();
      const first = times.hasForgotten() ? spans.reduce((least, { from }) => Math.min(least, from), Infinity) : 0;
      return [...polls.filter(({ from }) => from >= first), ...spans];
    },
  };
};
