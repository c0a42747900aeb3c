import type { EventStream, PlatformEvent } from '../event.ts';

// Enough for a long session; older events are forgotten so that memory stays flat.
const kept = 10_000;

export interface JournalEntry {
  /** Ascending from 1. */
  readonly n: number;
  readonly event: PlatformEvent;
}

export interface Journal {
  readonly after: (n: number) => readonly JournalEntry[];
  readonly follow: (listener: (entry: JournalEntry) => void) => () => void;
}

export const createJournal = (events: EventStream): Journal => {
  let entries: JournalEntry[] = [];
  const listeners = new Set<(entry: JournalEntry) => void>();
  let last = 0;
  events.subscribe((event) => {
    last += 1;
    const entry = { n: last, event };
    entries.push(entry);
    // Cut in large steps: shifting one at a time would copy the whole list on every event.
    if (entries.length > 2 * kept) entries = entries.slice(-kept);
    for (const listener of listeners) listener(entry);
  });
  return {
    after: (n) => entries.slice(-kept).filter((entry) => entry.n > n),
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/**
 * The journal as server-sent events, from `after` on and then live, until the client leaves. One that does not read is
 * left: it may come again with the number of the last entry it got.
 */
export const streamJournal = (journal: Journal, after: number, signal: AbortSignal): Response => {
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (entry: JournalEntry) => {
        controller.enqueue(encoder.encode(`id: ${entry.n}\ndata: ${JSON.stringify(entry)}\n\n`));
        if ((controller.desiredSize ?? 0) > -2 * kept) return;
        stop();
        controller.close();
      };
      for (const entry of journal.after(after)) write(entry);
      stop = journal.follow(write);
      signal.addEventListener('abort', stop, { once: true });
    },
    cancel: () => stop(),
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
};
