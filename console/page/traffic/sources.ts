import { computed, effect, signal } from '@preact/signals';
import type { RunExchange } from '#schemas';
import { control } from '../live/control-api.ts';
import { oneAtATime } from '../live/one-at-a-time.ts';
import { follow, platformRun } from '../live/journal.ts';
import { platform } from '../live/platform.ts';
import { route } from '../route.ts';
import { createLog, type Filter, type Log } from './log.ts';
import { rowKinds, runRow, toRow } from './row.ts';

// Ten times as many as the platform keeps: who watches for a day looks back over all of it.
const kept = 250_000;

const textLookedFor = computed(() => route.value.query.get('text')?.toLowerCase() ?? '');

/** Exchanges with that text in a body, which only the platform knows. */
const bodies = signal<ReadonlySet<string>>(new Set());

// A journal is read as a whole for it.
const searchMs = 1000;

const readBodies = oneAtATime(async () => {
  const [text, id] = [textLookedFor.value, runId.value];
  const wish = { text, limit: kept };
  const found =
    text === ''
      ? { exchanges: [] }
      : await (id === undefined
          ? control('GET /exchanges', wish)
          : control('GET /certification/runs/{id}/exchanges', { id, text }));
  const keys = found.exchanges.map((exchange) => String(exchange.id));
  if (keys.length !== bodies.value.size || keys.some((key) => !bodies.value.has(key))) bodies.value = new Set(keys);
}, searchMs);

/** The address holds the filter, so that a link shows what its sender saw. */
export const filter = computed<Filter>(() => {
  const { query } = route.value;
  return {
    place: query.get('place') ?? '',
    kind: rowKinds.find((kind) => kind === query.get('kind')) ?? '',
    verdict: query.get('verdict') ?? '',
    text: textLookedFor.value,
    bodies: bodies.value,
    quiet: query.has('quiet'),
    flat: query.has('flat'),
    scenarios: (query.get('scenario') ?? '').split(',').filter((each) => each !== ''),
  };
});

/** Whose traffic is looked at: that of a run, or the platform's own. */
export const runId = computed(() => route.value.query.get('run') ?? undefined);

/** Grows with whatever is new. */
const version = signal(0);
const changed = () => {
  version.value = version.peek() + 1;
};

effect(() => {
  void [textLookedFor.value, runId.value];
  void readBodies();
});

follow(() => {
  if (textLookedFor.value !== '') void readBodies();
});

export const paused = signal(false);
/** Arrived since the list was paused. */
export const held = signal(0);
let waiting: Parameters<Log['add']>[0][number][] = [];
let live = createLog({ kept });

follow((entries) => {
  const fresh = entries.map((entry) => ({ event: entry.event, row: toRow(entry) }));
  if (paused.value) {
    waiting.push(...fresh);
    held.value = waiting.filter(({ row }) => row !== undefined).length;
    return;
  }
  live.add(fresh);
  changed();
});

export const resume = (): void => {
  paused.value = false;
  held.value = 0;
  const fresh = waiting;
  waiting = [];
  live.add(fresh);
  changed();
};

// What was queued before this page was opened is in the state.
effect(() => {
  for (const { queue } of platform.value?.locations ?? [])
    for (const { sqsMessageId, messageId } of queue) if (messageId !== undefined) live.claim(sqsMessageId, messageId);
});

effect(() => {
  if (platformRun.value === 0) return;
  live = createLog({ kept });
  waiting = [];
  ofRun = undefined;
  changed();
});

/** What the platform itself saw. */
export const liveLog = (): Log => {
  void version.value;
  return live;
};

interface OfRun {
  readonly id: string;
  /** By number; what is found in one may be told after it. */
  readonly exchanges: Map<number, RunExchange>;
  log: Log;
  last: number;
  readonly read: () => Promise<void>;
}

/** The traffic of the run that was looked at last. */
let ofRun: OfRun | undefined;

const readRun = async (run: OfRun): Promise<void> => {
  const { exchanges, last } = await control('GET /certification/runs/{id}/exchanges', { id: run.id, after: run.last });
  run.last = last;
  const isChanged = exchanges.some(({ id }) => run.exchanges.has(id));
  for (const exchange of exchanges) run.exchanges.set(exchange.id, exchange);
  if (isChanged) run.log = createLog({ kept });
  const fresh = isChanged ? [...run.exchanges.values()] : exchanges;
  run.log.add(fresh.map((exchange) => ({ event: { kind: 'exchange' as const, ...exchange }, row: runRow(exchange) })));
  if (exchanges.length > 0) changed();
};

follow((entries) => {
  const run = ofRun;
  if (run !== undefined && entries.some(({ event }) => event.kind === 'certification' && event.run === run.id))
    void run.read();
});

/** What is looked at. */
export const currentLog = (): Log => {
  const id = runId.value;
  const log = liveLog();
  if (id === undefined) return log;
  if (ofRun?.id !== id) {
    const read = oneAtATime(async () => readRun(run));
    const run: OfRun = { id, exchanges: new Map(), log: createLog({ kept }), last: 0, read };
    ofRun = run;
    void read();
  }
  return ofRun.log;
};
