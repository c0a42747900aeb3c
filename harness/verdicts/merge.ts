import type { JournalEvent, RunResult } from '#schemas';
import { createFold } from './settle.ts';

/** The journals of a run's shards as one: `events` carry exchange numbers that are unique among them. */
export interface Merged {
  readonly events: readonly JournalEvent[];
  readonly result: RunResult;
}

/** One verdict from several journals. A shard without its journal leaves the whole incomplete. */
export const merge = (journals: readonly (readonly JournalEvent[])[]): Merged => {
  const suites = new Set(
    journals.flatMap((events) => events.flatMap((event) => (event.event === 'run-started' ? [event.suite] : []))),
  );
  if (suites.size > 1) throw new Error(`journals of different suites cannot be merged: ${[...suites].join(', ')}`);
  const fold = createFold({ merged: true });
  const events: JournalEvent[] = [];
  let offset = 0;
  for (const journal of journals) {
    const base = offset;
    for (const event of journal) {
      const moved = renumbered(event, base);
      if (moved.event === 'exchange') offset = Math.max(offset, moved.exchange.n);
      events.push(moved);
      fold.add(moved);
    }
  }
  return { events, result: fold.result() };
};

const renumbered = (event: JournalEvent, by: number): JournalEvent => {
  if (by === 0) return event;
  switch (event.event) {
    case 'exchange':
      return { ...event, exchange: { ...event.exchange, n: event.exchange.n + by } };
    case 'unexpected':
      return event.exchange === undefined ? event : { ...event, exchange: event.exchange + by };
    case 'check': {
      const { outcome } = event;
      if (outcome.status !== 'failed' && outcome.status !== 'warned') return event;
      if (outcome.exchanges === undefined) return event;
      return { ...event, outcome: { ...outcome, exchanges: outcome.exchanges.map((n) => n + by) } };
    }
    default:
      return event;
  }
};
