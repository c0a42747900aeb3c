import type { ExchangeFindings, StreamEvent } from '#schemas';
import { judgedRow, type Row, type RowKind } from './row.ts';
import { createStories, type Story } from './stories.ts';

export interface Filter {
  readonly place: string;
  readonly kind: RowKind | '';
  readonly verdict: string;
  readonly text: string;
  /** Keys of exchanges with the text in a body. */
  readonly bodies: ReadonlySet<string>;
  /** Empty polls and health reports as well. */
  readonly quiet: boolean;
  /** Every event on a line of its own. */
  readonly flat: boolean;
  /** Of a run: only these scenarios; none is all. */
  readonly scenarios: readonly string[];
}

/** A line of the list: something that stands for itself, or a story that unfolds. */
export interface Entry {
  readonly key: string;
  /** Ascending in the order they began. */
  readonly order: number;
  row?: Row;
  readonly story?: Story;
}

export interface LogOptions {
  /** How many rows are kept. */
  readonly kept: number;
}

export type Log = ReturnType<typeof createLog>;

/** What happened, in the order it did, by itself and in stories. */
export const createLog = ({ kept }: LogOptions) => {
  let told: { readonly event: StreamEvent; readonly row: Row | undefined }[] = [];
  let flat: Entry[] = [];
  let grouped: Entry[] = [];
  let flatOf = new Map<string, Entry>();
  let groupedOf = new Map<string, Entry>();
  let stories = createStories();
  /** How many of its rows have been given their line. */
  const placed = new WeakMap<Story, number>();
  let places = new Set<string>();
  let quiet = 0;
  let order = 0;
  let added = 0;
  let filter: Filter | undefined;
  let matching: Entry[] = [];

  const put = (entry: Entry, isFlat: boolean): void => {
    if (filter === undefined || filter.flat !== isFlat || !matches(filter, entry)) return;
    matching.push(entry);
    added += 1;
  };

  const alone = (row: Row): void => {
    const entry: Entry = { key: row.key, order, row };
    grouped.push(entry);
    groupedOf.set(row.key, entry);
    put(entry, false);
  };

  const ofStory = (story: Story): void => {
    const known = groupedOf.get(story.key);
    const entry: Entry = known ?? { key: story.key, order: (order += 1), story };
    // It may just have been told whose some earlier ones are.
    for (let index = placed.get(story) ?? 0; index < story.rows.length; index += 1)
      groupedOf.set(story.rows[index]?.key ?? '', entry);
    placed.set(story, story.rows.length);
    if (known === undefined) {
      grouped.push(entry);
      groupedOf.set(story.key, entry);
      put(entry, false);
    } else if (filter !== undefined && !filter.flat && !isIn(matching, entry) && matches(filter, entry)) {
      // What came last made it match, and it began before others that do.
      matching.splice(placeOf(matching, entry.order), 0, entry);
      added += 1;
    }
  };

  /** What is shown of an exchange takes its verdict along. */
  const judge = (key: string, findings: ExchangeFindings): void => {
    const entry = flatOf.get(key);
    const row = entry?.row;
    if (entry === undefined || row === undefined) return;
    const judged = judgedRow(row, findings);
    const alone = groupedOf.get(key);
    if (alone?.row === row) alone.row = judged;
    else stories.replace(row, judged);
    entry.row = judged;
    if (row.kind === 'quiet' && judged.kind !== 'quiet') quiet -= 1;
    // What is looked for may be among what was found.
    if (filter !== undefined && (filter.verdict !== '' || filter.text !== '' || row.kind !== judged.kind))
      filter = undefined;
  };

  const take = (one: (typeof told)[number]): void => {
    const { event, row } = one;
    told.push(one);
    if (event.kind === 'verdict') judge(String(event.exchange), event);
    order += 1;
    if (row !== undefined) {
      const entry: Entry = { key: row.key, order, row };
      flat.push(entry);
      flatOf.set(row.key, entry);
      put(entry, true);
      if (row.place !== '') places.add(row.place);
      if (row.kind === 'quiet') quiet += 1;
    }
    const of = stories.take(event, row);
    if (of === undefined) return;
    for (const story of of) ofStory(story);
    if (of.length === 0 && row !== undefined) alone(row);
  };

  /** Begun anew with what is still kept: rarely, since everything is put together again. */
  const forget = (): void => {
    const rest = told.slice(-kept);
    told = [];
    flat = [];
    grouped = [];
    flatOf = new Map();
    groupedOf = new Map();
    stories = createStories();
    places = new Set();
    quiet = 0;
    matching = [];
    for (const one of rest) take(one);
  };

  return {
    add(fresh: readonly { readonly event: StreamEvent; readonly row: Row | undefined }[]) {
      for (const one of fresh) take(one);
      if (told.length > kept * 1.2) forget();
    },
    see(wanted: Filter) {
      if (filter === undefined || !isSame(filter, wanted)) {
        filter = wanted;
        matching = (wanted.flat ? flat : grouped).filter((entry) => matches(wanted, entry));
      }
      /** `matching`: oldest first, and nothing is copied when one arrives; `added`: so many have been put in at the newest end so far. */
      return { matching, all: flat.length, added };
    },
    rowOf: (key: string) => flatOf.get(key)?.row,
    /** Everything told last, oldest first. */
    newest: (most: number) => told.slice(-most).map(({ event }) => event),
    storyOf: (key: string) => stories.of(key),
    /** The line on which something is: its own, or that of its story. */
    entryOf: (key: string, isFlat: boolean) => (isFlat ? flatOf : groupedOf).get(key),
    claim: (sqsId: string, messageId: string) => stories.claim(sqsId, messageId),
    /** How many come all the time and bring nothing. */
    quiet: () => quiet,
    places: () => [...places].toSorted(),
  };
};

/** Where an entry of this order stands or would stand. */
export const placeOf = (entries: readonly Entry[], order: number): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.order ?? 0) < order) low = middle + 1;
    else high = middle;
  }
  return low;
};

const isIn = (entries: readonly Entry[], entry: Entry): boolean => entries[placeOf(entries, entry.order)] === entry;

const isSame = (one: Filter, other: Filter): boolean =>
  one === other ||
  (Object.keys(one) as (keyof Filter)[]).every(
    (name) => one[name] === other[name] || (name !== 'bodies' && String(one[name]) === String(other[name])),
  );

const matches = (filter: Filter, { row, story }: Entry): boolean =>
  row === undefined ? storyMatches(filter, story?.rows ?? []) : rowMatches(filter, row);

const rowMatches = (filter: Filter, row: Row): boolean =>
  (filter.kind !== '' || filter.quiet || row.kind !== 'quiet') && storyMatches(filter, [row]);

/** A story is shown whole where each thing that is looked for is somewhere in it. */
const storyMatches = ({ place, kind, verdict, text, bodies, scenarios }: Filter, rows: readonly Row[]): boolean =>
  (place === '' || rows.some((row) => row.place === place)) &&
  (kind === '' || rows.some((row) => row.kind === kind)) &&
  (verdict === '' || rows.some((row) => row.verdict === verdict)) &&
  (text === '' || rows.some((row) => row.text.includes(text) || bodies.has(row.key))) &&
  (scenarios.length === 0 || rows.some((row) => scenarios.includes(row.place)));
