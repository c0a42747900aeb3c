import type { Row } from '../covering.ts';

interface Level {
  /** The level a failing row is tried with instead; the plain one has none. */
  readonly simpler?: string;
  /** What a request with it has, in words. */
  readonly words?: string;
  /** Only a step on the way to a simpler level: no row is planned with it. */
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

/** Of several factors in the way of an answer, the first says what is broken, and quantities always do. */
const shopFactors = {
  quantity: {
    breaks: 'change-reflected',
    levels: {
      held: {},
      fewer: { simpler: 'held', words: 'one piece less of a product', elsewhere: true },
      gone: { simpler: 'held', words: 'a product left out', elsewhere: true },
      zero: { simpler: 'gone', words: 'a product with quantity 0', refusal: 'free' },
      nothing: { simpler: 'held', words: 'no product', refusal: 'free' },
    },
  },
  // Whether a product may come in two lines is not stated, and neither is what comes back.
  duplicates: {
    breaks: 'change-reflected',
    levels: {
      none: {},
      twice: {
        simpler: 'none',
        words: 'a product in two lines',
        refusal: 'free-but-crash',
        cause: 'crash on a product twice',
      },
    },
  },
  lines: {
    breaks: 'change-reflected',
    levels: {
      few: {},
      one: { simpler: 'few', words: 'one product alone', elsewhere: true },
      many: { simpler: 'few', words: 'many lines', elsewhere: true },
    },
  },
  shortage: {
    breaks: 'shortage-reported',
    levels: {
      none: {},
      // There are as many, so that it is no shortage.
      limit: {
        simpler: 'none',
        words: 'as many of a product as there are',
        elsewhere: true,
        breaks: 'change-reflected',
      },
      one: { simpler: 'none', words: 'a product that cannot be supplied', cause: 'shortage refused' },
      several: {
        simpler: 'one',
        words: 'several products that cannot be supplied',
        cause: 'several shortages refused',
      },
      // Whether a product may come in two lines is not stated.
      split: {
        simpler: 'none',
        words: 'two lines of a product that together ask for more than there is',
        refusal: 'free-but-crash',
        cause: 'crash on a product twice',
      },
      // As many as one may have is for the shop to say, but no sum is too large for a JSON number.
      huge: {
        simpler: 'none',
        words: 'so many pieces that they come to more than 2^31',
        refusal: 'free-but-crash',
        cause: 'crash on a huge quantity',
      },
    },
  },
  // Whether an id that was never given to anybody, a quantity of 0, or nothing at all, may be refused is not stated.
  unknown: {
    breaks: 'shortage-reported',
    levels: {
      none: {},
      one: { simpler: 'none', words: 'a product that nobody knows', refusal: 'free' },
      page: { simpler: 'one', words: 'more products that nobody knows than a page has lines', refusal: 'free' },
    },
  },
  bad: {
    breaks: 'bad-discount-reported',
    levels: {
      none: {},
      known: { simpler: 'none', words: 'a discount code that is known to be bad', cause: 'bad code refused' },
      plain: { simpler: 'none', words: 'a discount code that nobody issued', step: true, cause: 'bad code refused' },
      letters: {
        simpler: 'plain',
        words: 'a discount code with letters outside ASCII',
        cause: 'code in letters refused',
      },
      several: {
        simpler: 'plain',
        words: 'several discount codes that cannot be applied',
        isMany: true,
        cause: 'several codes refused',
      },
    },
  },
  good: {
    breaks: 'every-discount',
    levels: {
      none: {},
      valid: { simpler: 'none', words: 'a valid discount code' },
      two: { simpler: 'valid', words: 'two valid discount codes', isMany: true, cause: 'two codes refused' },
      twice: {
        simpler: 'valid',
        words: 'a valid discount code twice',
        isMany: true,
        refusal: 'free-but-crash',
        cause: 'crash on a code twice',
      },
    },
  },
  // A basket may belong to one user, so that a stranger can be turned away; but not by a crash.
  user: {
    breaks: 'logged-user',
    levels: {
      none: {},
      own: { simpler: 'none', words: 'the user of its basket', elsewhere: true, refusal: 'of-the-call' },
      short: {
        simpler: 'none',
        words: 'a loggedUser',
        step: true,
        refusal: 'free-but-crash',
        cause: 'crash on a user',
      },
      longest: { simpler: 'short', words: 'a loggedUser of 255 characters', step: true, cause: 'long user refused' },
      letters: {
        simpler: 'longest',
        words: 'a loggedUser of 255 characters with letters outside ASCII',
        cause: 'user in letters refused',
      },
    },
  },
  order: {
    breaks: 'change-reflected',
    levels: {
      kept: {},
      reversed: { simpler: 'kept', words: 'its products the other way round', cause: 'order of lines refused' },
    },
  },
  repeat: {
    breaks: 'repeatable',
    levels: {
      once: {},
      again: { simpler: 'once', words: 'all that the request before had', elsewhere: true },
      verbatim: { simpler: 'again', words: 'the very request before, with its requestId', elsewhere: true },
      changed: { simpler: 'once', words: 'other quantities than the request before', elsewhere: true },
    },
  },
  // What a basket holds later, and what others hold, is for the laws to say: the answer has come before.
  afterwards: {
    breaks: 'repeatable',
    levels: {
      nothing: {},
      retrieved: { words: 'its basket retrieved after it' },
      another: { words: 'another basket retrieved after it' },
    },
  },
} as const;

export type Broken = (typeof shopFactors)[keyof typeof shopFactors]['breaks'] | 'good-discount-applied';

/** What cannot come together, or says no more together. */
export const apart: readonly Row[] = [
  ...['gone', 'zero', 'nothing'].map((quantity) => ({ quantity, lines: 'one' })),
  { quantity: 'nothing', lines: 'many' },
  { quantity: 'nothing', duplicates: 'twice' },
  // Not so many lines that it may be those.
  ...['one', 'page'].map((unknown) => ({ unknown, shortage: 'several' })),
  ...['nothing', 'zero', 'gone'].map((quantity) => ({ quantity, shortage: 'huge' })),
];

/** A level that is not the plain one, and its factor. */
export interface OddLevel extends Level {
  readonly factor: string;
  readonly breaks: Broken;
  readonly simpler: string;
}

const factors = Object.entries<{ readonly breaks: Broken; readonly levels: Readonly<Record<string, Level>> }>(
  shopFactors,
).map(([factor, of]) => ({ factor, ...of }));

/** What a row has besides a plain request, in the order of the table. */
export const oddLevels = (row: Row): readonly OddLevel[] =>
  factors.flatMap(({ factor, breaks, levels }) => {
    const level = levels[row[factor] ?? ''];
    return level?.simpler === undefined ? [] : [{ factor, breaks, ...level, simpler: level.simpler }];
  });

/** For people: each level in words, the plain one without any. */
export const occasions = factors.map(({ factor, levels }) => ({
  id: factor,
  levels: Object.entries<Level>(levels).flatMap(([level, { words = level, step }]) => (step === true ? [] : [words])),
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
