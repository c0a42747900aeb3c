/** One measured promise. */
export interface Row {
  readonly name: string;
  /** What is compared with the bound, in words that hold for any machine: a ratio, or MiB, or seconds. */
  readonly measured: number;
  readonly unit: '' | ' MiB' | ' ms' | ' s' | ' /s';
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
  /** How the best other implementation does, measured in turns with ours. */
  readonly peer?: string;
  /** The figures behind it. */
  readonly detail: string;
}

export const holds = ({ measured, bound }: Row): boolean =>
  'atMost' in bound ? measured <= bound.atMost : measured >= bound.atLeast;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error('nothing was measured');
  return (low + high) / 2;
};

/** The least of the values that so much of them, as a part of one, do not exceed. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

export const rowsAsMarkdown = (rows: readonly Row[]): string =>
  [
    '| promise | ours | goal | holds | peer | figures (medians) |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const bound = 'atMost' in row.bound ? `<= ${row.bound.atMost}` : `>= ${row.bound.atLeast}`;
      const cells = [row.name, `${row.measured.toFixed(2)}${row.unit}`, `${bound}${row.unit}`];
      return `| ${[...cells, holds(row) ? 'yes' : 'NO', row.peer ?? '', row.detail].join(' | ')} |`;
    }),
    '',
  ].join('\n');
