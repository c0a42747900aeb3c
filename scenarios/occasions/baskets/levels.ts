import type { Row } from '../covering.ts';
import table from './levels.json' with { type: 'json' };

interface Level {
  /** The level a failing row is tried with instead; the plain one has none. */
  readonly simpler?: string;
  /** What a request with it has, in words. */
  readonly words?: string;
  /** No row is planned with it: it is a step on the way to a simpler level, or tried by itself. */
  readonly step?: true;
  readonly isMany?: true;
  /** Another requirement than its factor. */
  readonly breaks?: Broken;
  /** What a refusal of it is called. */
  readonly cause?: string;
  /** What is wrong with it where nothing else is odd is told by another scenario. */
  readonly elsewhere?: true;
  /** A refusal of it alone: any is charged to the call, only a crash is, or only a crash breaks what the factor breaks. */
  readonly refusal?: 'of-the-call' | 'free' | 'free-but-crash';
}

/** What is broken where one of their levels is in the way of an answer, in the order of the table; quantities always say so. */
export type Broken =
  | 'change-reflected'
  | 'shortage-reported'
  | 'bad-discount-reported'
  | 'good-discount-applied'
  | 'every-discount'
  | 'logged-user'
  | 'repeatable'
  | 'path-independent';

/** The plain level first. */
type Factor = Readonly<{ breaks: Broken; levels: Readonly<Record<string, Level>> }>;

/**
 * Not stated, so that a refusal is free: whether a product may come in two lines, how many one may have (though no sum is too large for a
 * JSON number), an id that was never given to anybody, a quantity of 0, nothing at all, and a basket for somebody else's user; but not a
 * crash. What a basket holds later, and what others hold, is for the laws to say: the answer has come before.
 */
const shopFactors = table as Readonly<Record<string, Factor>>;

/** What cannot come together, or says no more together. */
export const apart: readonly Row[] = [
  ...['gone', 'zero', 'nothing'].flatMap((quantity) =>
    [{ lines: 'one' }, { shortage: 'huge' }].map((other) => ({ quantity, ...other })),
  ),
  { quantity: 'nothing', lines: 'many' },
  { quantity: 'nothing', duplicates: 'twice' },
  // Not so many lines that it may be those.
  ...['one', 'page'].map((unknown) => ({ unknown, shortage: 'several' })),
];

/** A level that is not the plain one, and its factor. */
export interface OddLevel extends Level {
  readonly factor: string;
  readonly breaks: Broken;
  readonly simpler: string;
}

const factors = Object.entries(shopFactors).map(([factor, of]) => ({ factor, ...of }));

/** What a row has besides a plain request, in the order of the table. */
export const oddLevels = (row: Row): readonly OddLevel[] =>
  factors.flatMap(({ factor, breaks, levels }) => {
    const level = levels[row[factor] ?? ''];
    return level?.simpler === undefined ? [] : [{ factor, breaks, ...level, simpler: level.simpler }];
  });

/** For people: each level in words, the plain one without any. */
export const occasions = factors.map(({ factor, levels }) => ({
  id: factor,
  levels: Object.entries(levels).flatMap(([level, { words = level, step }]) => (step === true ? [] : [words])),
}));

/** With nothing odd. */
export const plainRow: Row = Object.fromEntries(
  factors.map(({ factor, levels }) => [factor, Object.keys(levels)[0] ?? '']),
);

/** The levels that rows are planned with: the plain ones, and those there is an occasion for. */
export const plannedLevels = (isThere: (factor: string, level: string) => boolean = () => true) =>
  Object.fromEntries(
    factors.map(({ factor, levels }) => [
      factor,
      Object.entries(levels).flatMap(([level, { step }]) =>
        level === plainRow[factor] || (step !== true && isThere(factor, level)) ? [level] : [],
      ),
    ]),
  );
