import { signal } from '@preact/signals';
import type { StreamEntry } from '#schemas';
import { control } from './control-api.ts';

type Listener = (entries: readonly StreamEntry[]) => void;

/** `lost` until the stream is there again; the browser asks for what it missed by the id of the last entry. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Grows when the platform started anew and what was shown is of the one before. */
export const platformRun = signal(0);

const listeners = new Set<Listener>();
let last: StreamEntry | undefined;
let arrived: StreamEntry[] = [];
let due = false;

/** Told of entries in batches, at most one a frame. The answer unsubscribes. */
export const follow = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const deliver = () => {
  due = false;
  const entries = arrived;
  arrived = [];
  for (const listener of listeners) listener(entries);
};

const take = (entry: StreamEntry) => {
  if (last !== undefined && entry.n <= last.n) return;
  last = entry;
  arrived.push(entry);
  if (due) return;
  due = true;
  // A hidden page has no frames.
  if (document.hidden) setTimeout(deliver, 100);
  else requestAnimationFrame(deliver);
};

/** The journal of a restarted platform begins anew; then its last entries are not the ones known here. */
const isSamePlatform = async (known: StreamEntry): Promise<boolean> => {
  const { entries } = await control('GET /journal', { after: known.n - 1 });
  const [same] = entries;
  return same?.n === known.n && same.event.at === known.event.at;
};

const open = () => {
  const source = new EventSource(`/journal/stream?after=${last?.n ?? 0}`);
  source.onopen = () => {
    connection.value = 'live';
  };
  source.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data) as StreamEntry);
  source.onerror = () => {
    source.close();
    connection.value = 'lost';
    setTimeout(() => void reopen(), 1000);
  };
};

const reopen = async () => {
  try {
    if (last !== undefined && !(await isSamePlatform(last))) {
      last = undefined;
      platformRun.value += 1;
    }
    open();
  } catch {
    setTimeout(() => void reopen(), 1000);
  }
};

export const startJournal = open;
