import { computed, effect, signal, untracked } from '@preact/signals';
import type { StreamEntry } from '#schemas';
import { follow, platformRun } from '../live/journal.ts';
import { route } from '../route.ts';
import { type Row, type RowKind, rowKinds, toRow } from './row.ts';

// As many as the platform keeps, with room for those that came since.
const kept = 20_000;

export interface Filter {
  readonly place: string;
  readonly kind: RowKind | '';
  readonly verdict: string;
  readonly text: string;
  readonly polls: boolean;
}

/** The address holds the filter, so that a link shows what its sender saw. */
export const filter = computed<Filter>(() => {
  const { query } = route.value;
  return {
    place: query.get('place') ?? '',
    kind: rowKinds.find((kind) => kind === query.get('kind')) ?? '',
    verdict: query.get('verdict') ?? '',
    text: query.get('text')?.toLowerCase() ?? '',
    polls: query.has('polls'),
  };
});

export const paused = signal(false);
/** Arrived since the list was paused. */
export const held = signal(0);

/** Oldest first. The list shows them the other way round; nothing is copied when one arrives. */
export const rows = signal<{ readonly matching: readonly Row[]; readonly all: number; readonly added: number }>({
  matching: [],
  all: 0,
  added: 0,
});
export const places = signal<readonly string[]>([]);
export const emptyPolls = signal(0);

let all: Row[] = [];
let matching: Row[] = [];
let waiting: Row[] = [];
let added = 0;
const byKey = new Map<string, Row>();

const matches = ({ place, kind, verdict, text, polls }: Filter, row: Row): boolean =>
  (place === '' || row.place === place) &&
  (kind === '' ? polls || row.kind !== 'polls' : row.kind === kind) &&
  (verdict === '' || row.verdict === verdict) &&
  (text === '' || row.text.includes(text));

const show = () => {
  rows.value = { matching, all: all.length, added };
};

const append = (fresh: readonly Row[]) => {
  const sieve = untracked(() => filter.value);
  for (const row of fresh) {
    all.push(row);
    byKey.set(row.key, row);
    if (matches(sieve, row)) {
      matching.push(row);
      added += 1;
    }
  }
  const places_ = new Set(untracked(() => places.value));
  const before = places_.size;
  for (const { place } of fresh) if (place !== '') places_.add(place);
  if (places_.size > before) places.value = [...places_].toSorted();
  const polls = fresh.filter(({ kind }) => kind === 'polls').length;
  if (polls > 0) emptyPolls.value += polls;
  if (all.length > kept + 2000) {
    for (const { key } of all.slice(0, -kept)) byKey.delete(key);
    all = all.slice(-kept);
    matching = all.filter((row) => matches(sieve, row));
  }
  show();
};

follow((entries: readonly StreamEntry[]) => {
  const fresh = entries.flatMap((entry) => toRow(entry) ?? []);
  if (fresh.length === 0) return;
  if (paused.value) {
    waiting.push(...fresh);
    held.value = waiting.length;
  } else append(fresh);
});

export const resume = (): void => {
  paused.value = false;
  held.value = 0;
  const fresh = waiting;
  waiting = [];
  append(fresh);
};

export const rowOf = (key: string): Row | undefined => byKey.get(key);

effect(() => {
  const sieve = filter.value;
  matching = all.filter((row) => matches(sieve, row));
  show();
});

effect(() => {
  if (platformRun.value === 0) return;
  all = [];
  matching = [];
  waiting = [];
  byKey.clear();
  show();
});
