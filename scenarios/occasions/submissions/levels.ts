import { type Factors, holdsLevels, type Row } from '../covering.ts';

interface Level {
  /** What an order with it is, in words. */
  readonly words: string;
  /** The level that an order is tried with instead; as the plain one has it, without. */
  readonly simpler?: string;
}

/** The first level of each factor is the plain one. */
const table = {
  place: {
    table: { words: 'at a table' },
    kiosk: { words: 'at a kiosk' },
    pickup: { words: 'to pick up' },
    delivery: { words: 'to deliver' },
  },
  prepaid: { no: { words: 'to be paid later' }, yes: { words: 'that is prepaid' } },
  items: {
    one: { words: 'of one item' },
    several: { words: 'of many items' },
    same: { words: 'of two items of one listing' },
    pieces: { words: 'of two pieces of one listing' },
    stale: { words: 'of an item at another unitPrice than that of the menu' },
    excess: { words: 'of more of a listing than there is' },
    bad: { words: 'of an item that cannot be had' },
    mixed: { words: 'of an item that cannot be had beside one that can' },
    worse: { words: 'of two items that cannot be had' },
  },
  note: {
    none: { words: 'without a customerNote' },
    plain: { words: 'with a customerNote' },
    empty: { words: 'with an empty customerNote', simpler: 'plain' },
    letters: { words: 'with letters outside ASCII', simpler: 'plain' },
    marks: { words: 'with quotes, a backslash, < and &, and line breaks', simpler: 'plain' },
    astral: { words: 'with characters beyond the basic plane', simpler: 'plain' },
    long: { words: 'with a long customerNote', simpler: 'plain' },
  },
  unitPrice: {
    none: { words: 'without a unitPrice' },
    listed: { words: 'with the unitPrice of the menu' },
  },
  repeat: {
    none: { words: 'sent once' },
    handled: { words: 'delivered again while it is handled' },
    deleted: { words: 'delivered again after its deletion' },
    later: { words: 'delivered again after another order', simpler: 'deleted' },
    key: { words: 'sent again under its key' },
    race: { words: 'sent twice at once under one key', simpler: 'key' },
  },
  answer: {
    taken: { words: 'with a result that is taken' },
    failed: { words: 'with a result that is answered 503 at first' },
    dropped: { words: 'with a result that is cut off at first', simpler: 'failed' },
  },
  company: {
    alone: { words: 'alone' },
    beside: { words: 'beside messages of other groups' },
    behind: { words: 'behind another message of its group' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Level>>>>;

export type SubmissionFactor = keyof typeof table;
export const submissionFactors = Object.keys(table) as readonly SubmissionFactor[];
const levelsOf = (factor: SubmissionFactor): Readonly<Record<string, Level>> => table[factor];

export const wordsOf = (row: Row, factors: readonly SubmissionFactor[]): string =>
  factors.map((factor) => levelsOf(factor)[row[factor] ?? '']?.words).join(', ');

/** For people: each level in words. */
export const submissionOccasions = submissionFactors.map((factor) => ({
  id: `till order ${factor}`,
  levels: Object.values(levelsOf(factor)).map(({ words }) => words),
}));

export const plannedSubmissions = (
  isThere: (factor: SubmissionFactor, level: string) => boolean = () => true,
): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    submissionFactors.map((factor) => [factor, Object.keys(table[factor]).filter((level) => isThere(factor, level))]),
  );

/** With nothing odd, as far as this till takes such orders. */
export const plainAmong = (levels: Readonly<Record<string, readonly string[]>>): Row =>
  Object.fromEntries(submissionFactors.map((factor) => [factor, levels[factor]?.[0] ?? '']));

/** What a row has besides a plain one. */
export const oddIn = (row: Row, plain: Row): readonly SubmissionFactor[] =>
  submissionFactors.filter((factor) => row[factor] !== plain[factor]);

export const simplerIn = (row: Row, factor: SubmissionFactor, plain: Row): string =>
  levelsOf(factor)[row[factor] ?? '']?.simpler ?? plain[factor] ?? '';

/** What items come to is held against a plain order of the same at the same price. */
export const isOfItems = (factor: SubmissionFactor): boolean => factor === 'items' || factor === 'unitPrice';

const oddOf = (factor: SubmissionFactor): readonly string[] => Object.keys(table[factor]).slice(1);

/** A till may pause before it sends a result again: with any text, or everywhere, it says no more. */
const seldom: Readonly<Record<string, Row>> = {
  failed: { place: 'kiosk delivery', note: 'empty letters marks astral long' },
  dropped: {
    place: 'kiosk pickup delivery',
    note: 'plain empty letters marks astral long',
    items: 'same pieces',
    company: 'beside behind',
  },
};

/** What is rejected is nowhere to be seen, whatever else comes with it. */
const notTogether: readonly Row[] = [
  ...['stale', 'excess', 'bad', 'mixed', 'worse'].flatMap((items) =>
    (['note', 'unitPrice', 'repeat', 'answer', 'company'] as const).flatMap((factor) =>
      oddOf(factor).map((level) => ({ items, [factor]: level })),
    ),
  ),
  ...Object.entries(seldom).flatMap(([answer, levels]) =>
    Object.entries(levels).flatMap(([factor, all]) => all.split(' ').map((level) => ({ answer, [factor]: level }))),
  ),
];

/** Where an order comes from and whether it is paid are one thing to a plan, since what else comes with it shows in some places alone. */
export const asPlanned = ({ prepaid = [], place = [], ...levels }: Factors): Factors => ({
  place: place.flatMap((where) => prepaid.map((paid) => `${where} ${paid}`)),
  ...levels,
});

export const unplanned = ({ place = '', ...row }: Row): Row => {
  const [where = '', prepaid = ''] = place.split(' ');
  return { ...row, place: where, prepaid };
};

/** What of a plan holds these levels. */
export const plannedWith = ({ place, prepaid, ...levels }: Row, { place: all = [] }: Factors): readonly Row[] =>
  place === undefined && prepaid === undefined
    ? [levels]
    : all
        .filter((one) =>
          holdsLevels(unplanned({ place: one }), { ...(place && { place }), ...(prepaid && { prepaid }) }),
        )
        .map((one) => ({ ...levels, place: one }));

export const avoidedIn = (factors: Factors): readonly Row[] =>
  notTogether.flatMap((levels) => plannedWith(levels, factors));
