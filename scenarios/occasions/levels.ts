/** A level of each factor, by their names; in a part of a row, of some. */
export type Row = Readonly<Record<string, string>>;

interface Level<Breaks> {
  /** The level a failing row is tried with instead; the plain one has none. */
  readonly simpler?: string;
  /** What a request with it has, in words. */
  readonly words?: string;
  /** Only a step on the way to a simpler level: no row is planned with it. */
  readonly step?: true;
  readonly isMany?: true;
  /** Another requirement than its factor. */
  readonly breaks?: Breaks;
  /** What a refusal of it is called. */
  readonly cause?: string;
  /** What is wrong with it where nothing else is odd is told by another scenario. */
  readonly elsewhere?: true;
  /** A refusal of it alone: any is charged to the call, only a crash is, or only a crash breaks what the factor breaks. */
  readonly refusal?: 'of-the-call' | 'free' | 'free-but-crash';
}

/** A level that is not the plain one, and its factor. */
export interface OddLevelOf<Breaks> extends Level<Breaks> {
  readonly factor: string;
  readonly breaks: Breaks;
  readonly simpler: string;
}

interface Factor<Breaks> {
  readonly breaks: Breaks;
  readonly levels: Readonly<Record<string, Level<Breaks>>>;
}

/** What is read from a table of factors. */
export const createLevels = <Breaks>(table: Readonly<Record<string, Factor<Breaks>>>) => {
  const factors = Object.entries(table).map(([factor, of]) => ({ factor, ...of }));
  /** With nothing odd. */
  const plainRow: Row = Object.fromEntries(factors.map(({ factor, levels }) => [factor, Object.keys(levels)[0] ?? '']));
  return {
    plainRow,
    /** What a row has besides a plain request, in the order of the table. */
    oddLevels: (row: Row): readonly OddLevelOf<Breaks>[] =>
      factors.flatMap(({ factor, breaks, levels }) => {
        const level = levels[row[factor] ?? ''];
        return level?.simpler === undefined ? [] : [{ factor, breaks, ...level, simpler: level.simpler }];
      }),
    /** For people: each level in words, the plain one without any. */
    inWords: factors.map(({ factor, levels }) => ({
      id: factor,
      levels: Object.entries(levels).flatMap(([level, { words = level, step }]) => (step === true ? [] : [words])),
    })),
    /** The levels that rows are planned with: the plain ones, and those there is an occasion for. */
    plannedLevels: (isThere: (factor: string, level: string) => boolean = () => true) =>
      Object.fromEntries(
        factors.map(({ factor, levels }) => [
          factor,
          Object.entries(levels).flatMap(([level, { step }]) =>
            level === plainRow[factor] || (step !== true && isThere(factor, level)) ? [level] : [],
          ),
        ]),
      ),
  };
};
