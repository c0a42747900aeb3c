import type { ExchangeSummary, StreamEntry } from '#schemas';
import { cutTo, type Redactor, type Secrets, secretsInForce, weightOf } from '#traffic';
import type { EventStream, PlatformEvent } from '../calls/event.ts';

// As long as the exchanges are kept, of which each is two to five entries; older ones are forgotten so that memory stays flat.
const kept = 40_000;
/** Events hold what strangers sent: so many bytes of them, whatever their number. */
const mostBytes = 32 * 1024 * 1024;
/** Of one event; the exchange it came of shows more. */
const heavy = 16 * 1024;
/** Beside what it holds. */
const entryBytes = 200;
/** Entries a reader may be behind: one that sleeps is sent away, and comes back with the number it has seen. */
const farBehind = 1000;

interface Noted {
  readonly n: number;
  readonly event: PlatformEvent;
}

/** It holds texts that strangers chose. */
const tellsOfOthers = (event: PlatformEvent): boolean =>
  'body' in event || 'path' in event || event.kind === 'queue-call';

export interface JournalDeps {
  /** What an exchange was; undefined when it is forgotten, and then its entry is as well. */
  readonly summary: (exchange: number) => ExchangeSummary | undefined;
  /** What a reader must not see: a stranger may have sent it anywhere. */
  readonly secrets: () => Secrets;
  readonly mostBytes?: number;
}

export type Journal = ReturnType<typeof createJournal>;

export const createJournal = (events: EventStream, { summary, secrets, mostBytes: most = mostBytes }: JournalDeps) => {
  // An event and its weight by one index, without an object that holds both: the collector copies whatever stays.
  let noted: (PlatformEvent | undefined)[] = [];
  let weights: number[] = [];
  /** Those before it have been forgotten. */
  let first = 0;
  let bytes = 0;
  const listeners = new Set<(entries: readonly StreamEntry[]) => void>();
  let last = 0;
  let untold: Noted[] = [];

  const told = (entry: Noted, redactor: () => Redactor): readonly StreamEntry[] => {
    const { n, event } = entry;
    if (event.kind !== 'exchange' && event.kind !== 'verdict')
      return [{ n, event: tellsOfOthers(event) ? redactor().value(event) : event }];
    const exchange = summary(event.id);
    if (exchange === undefined) return [];
    if (event.kind === 'exchange') return [{ n, event: { kind: 'exchange', ...exchange } }];
    const { id, verdict, violations, broken } = exchange;
    return [
      { n, event: { kind: 'verdict', at: event.at, exchange: id, verdict, violations, ...(broken && { broken }) } },
    ];
  };

  const redactor = secretsInForce(secrets);
  const allTold = (entries: readonly Noted[]): readonly StreamEntry[] =>
    entries.flatMap((entry) => told(entry, redactor));

  const tell = (): void => {
    const telling = untold;
    // What is told is judged, which may have news of another.
    untold = [];
    const entries = allTold(telling);
    for (const listener of listeners) listener(entries);
  };

  events.subscribe((event) => {
    last += 1;
    const weight = weightOf(event, heavy);
    const shown = weight <= heavy ? event : cutTo(heavy, event);
    noted.push(shown);
    weights.push(weight <= heavy ? weight + entryBytes : 2 * heavy);
    bytes += weights.at(-1) ?? 0;
    for (; bytes > most || noted.length - first > kept; first += 1) {
      bytes -= weights[first] ?? 0;
      noted[first] = undefined;
    }
    // Cut in large steps: shifting one at a time would copy the whole list on every event.
    if (first > kept) {
      noted = noted.slice(first);
      weights = weights.slice(first);
      first = 0;
    }
    if (listeners.size === 0) return;
    if (untold.length === 0) setImmediate(tell);
    untold.push({ n: last, event: shown });
  });
  return {
    after(n: number) {
      const before = last - noted.length;
      const from = Math.max(first, n - before);
      return allTold(
        noted
          .slice(from)
          .flatMap((event, index) => (event === undefined ? [] : [{ n: before + from + index + 1, event }])),
      );
    },
    /** Told soon after it happened: what is to be judged is judged once whoever waits for an answer has it. */
    follow(listener: (entries: readonly StreamEntry[]) => void) {
      // What happened before is not this listener's.
      const from = last;
      const listen = (entries: readonly StreamEntry[]): void => {
        const newer = entries.filter(({ n }) => n > from);
        if (newer.length > 0) listener(newer);
      };
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
};

/**
 * The journal as server-sent events, from `after` on and then live, until the client leaves. One that does not read is
 * left: it may come again with the number of the last entry it got.
 */
export const streamJournal = (journal: Journal, after: number, signal: AbortSignal): Response => {
  const encoder = new TextEncoder();
  const toMessage = (entry: StreamEntry): string => `id: ${entry.n}\ndata: ${JSON.stringify(entry)}\n\n`;
  let stop: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (entries: readonly StreamEntry[]): void => {
          if ((controller.desiredSize ?? 0) <= 0) {
            stop();
            controller.close();
            return;
          }
          controller.enqueue(encoder.encode(entries.map(toMessage).join('')));
        };
        const before = journal.after(after);
        if (before.length > 0) write(before);
        stop = journal.follow(write);
        signal.addEventListener('abort', stop, { once: true });
      },
      cancel: () => stop(),
    },
    { highWaterMark: farBehind },
  );
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
};
