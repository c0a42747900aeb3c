import type { ReadSnapshot } from './read-results.ts';

/**
 * How large everything countable in a table is, by its place: how many lines there are, and the sum of the numbers under
 * each key. Lines and totals are of no known shape (assume/unfinalised-shapes), so no single number is trusted.
 */
export type Measures = ReadonlyMap<string, number>;

export const measuresOf = (snapshot: Snapshot): Measures => measuresIn(snapshot, numberIn);

/** Without texts, which may be ids: no two lines have the same. */
export const plainMeasuresOf = (snapshot: Snapshot): Measures =>
  measuresIn(snapshot, (value) => (typeof value === 'number' ? value : undefined));

type Snapshot = Pick<ReadSnapshot, 'lines' | 'totals'>;
type Read = (value: unknown) => number | undefined;

const measuresIn = ({ lines, totals }: Snapshot, read: Read): Measures => {
  const measures = new Map<string, number>();
  const measure = (value: unknown, path: string): void => {
    const number = read(value);
    if (number !== undefined) measures.set(path, (measures.get(path) ?? 0) + number);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        measure(inner, Array.isArray(value) ? `${path}[]` : `${path}.${key}`);
  };
  if (lines !== undefined) {
    measures.set('lines', lines.length);
    for (const line of lines) measure(line, 'lines[]');
  }
  measure(totals, 'totals');
  return measures;
};

/** Amounts are written as texts too. */
const numberIn: Read = (value) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^-?\d{1,9}(?:[.,]\d+)?$/u.test(value)
    ? Number(value.replace(',', '.'))
    : undefined;
};

export interface ObservedChange {
  readonly before: Measures;
  readonly after: Measures;
}

/**
 * How many orders like the `control` one a change stands for; undefined when the control one cannot be seen. What counts
 * something else (a line's number, a version) grows otherwise, so one measure that grew as `expected` is enough to say so;
 * where none did, the smallest whole number the measures give.
 */
export const timesApplied = (
  control: ObservedChange,
  observed: ObservedChange,
  expected: number,
): number | undefined => {
  const votes = votesOn(control, observed);
  if (votes.length === 0) return undefined;
  if (votes.includes(expected)) return expected;
  const times = Math.min(...votes);
  return times > expected && !isOwed(control, observed, times) ? undefined : times;
};

/** What a table owes may be rounded, or come with a charge. */
const roughly = 0.01;

/** So many orders are owed for as well, where one shows in what is owed: what a waiter has added has a price of its own. */
const isOwed = (control: ObservedChange, { before, after }: ObservedChange, times: number): boolean => {
  const owed = [...grown(control)].filter(([path]) => path.startsWith('totals'));
  const growthAt = (path: string): number => (after.get(path) ?? 0) - (before.get(path) ?? 0);
  return owed.length === 0 || owed.some(([path, one]) => Math.abs(growthAt(path) / one - times) <= roughly * times);
};

/** The same the other way round: the most that any measure gives, so that fewer than expected are fewer by all of them. */
export const mostApplied = (control: ObservedChange, observed: ObservedChange): number | undefined => {
  const votes = votesOn(control, observed);
  return votes.length === 0 ? undefined : Math.max(...votes);
};

const votesOn = (control: ObservedChange, observed: ObservedChange): readonly number[] =>
  [...grown(control)].flatMap(([path, one]) => {
    const times = ((observed.after.get(path) ?? 0) - (observed.before.get(path) ?? 0)) / one;
    return Math.abs(times - Math.round(times)) < 1e-6 ? [Math.round(times)] : [];
  });

/** The measures that have grown, and by how much. */
export const grown = ({ before, after }: ObservedChange): ReadonlyMap<string, number> =>
  new Map(
    [...after].flatMap(([path, value]) => {
      const growth = value - (before.get(path) ?? 0);
      return growth > 0 ? [[path, growth] as const] : [];
    }),
  );

/** Whether two changes are the same in all that can be counted, or in what is `told`. */
export const isSameGrowth = (
  one: ObservedChange,
  other: ObservedChange,
  told: (path: string) => boolean = () => true,
): boolean => {
  const [first, second] = [grown(one), grown(other)];
  const paths = [...new Set([...first.keys(), ...second.keys()])].filter(told);
  return paths.every((path) => Math.abs((first.get(path) ?? 0) - (second.get(path) ?? 0)) < 1e-6);
};
