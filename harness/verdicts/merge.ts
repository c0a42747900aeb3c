import type { JournalEvent, RunStarted } from '#schemas';
import { createFold } from './settle.ts';
import { notOneRun } from './shards.ts';

/** How each of the shards began. */
export const startsOf = (events: readonly JournalEvent[]): readonly RunStarted[] =>
  events.filter((event) => event.event === 'run-started');

/**
 * One verdict from several journals, which `notOneRun` has nothing against; `events` carry exchange numbers that are unique among
 * them. A shard without its journal leaves the whole incomplete.
 */
export const merge = (journals: readonly (readonly JournalEvent[])[]) => {
  const why = notOneRun(startsOf(journals.flat()));
  if (why !== undefined) throw new Error(`these journals are not of one run: ${why}`);
  const fold = createFold();
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
