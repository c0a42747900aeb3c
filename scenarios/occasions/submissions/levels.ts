import type { Buyer } from '../../arrange/buyer.ts';
import { type Factors, holdsLevels, type Row } from '../covering.ts';
import { levelsInWords } from '../level-words.ts';
import table from './levels.json' with { type: 'json' };

interface Level {
  /** What an order with it is, in words. */
  readonly words: string;
  /** The level that an order is tried with instead; as the plain one has it, without. */
  readonly simpler?: string;
  /** What is rejected shows nowhere, and a till may pause before it sends a result again: with these it says no more. */
  readonly notWith?: Readonly<Record<string, readonly string[]>>;
  /** With something that a till, its printer or its database trips over; no limit is stated. */
  readonly text?: Partial<Buyer>;
}

/** The first level of each factor is the plain one. */
export type SubmissionFactor = keyof typeof table;
export const submissionFactors = Object.keys(table) as readonly SubmissionFactor[];
const levelsOf = (factor: SubmissionFactor): Readonly<Record<string, Level>> => table[factor];

export const submissionLevel = (factor: SubmissionFactor, row: Row): Level | undefined =>
  levelsOf(factor)[row[factor] ?? ''];

export const wordsOf = (row: Row, factors: readonly SubmissionFactor[]): string =>
  factors.map((factor) => submissionLevel(factor, row)?.words).join(', ');

export const submissionOccasions = levelsInWords('till order', table);

export const plannedSubmissions = (
  isThere: (factor: SubmissionFactor, level: string) => boolean = () => true,
): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    submissionFactors.map((factor) => [factor, Object.keys(table[factor]).filter((level) => isThere(factor, level))]),
  );

/** What a row has besides a plain one. */
export const oddIn = (row: Row, plain: Row): readonly SubmissionFactor[] =>
  submissionFactors.filter((factor) => row[factor] !== plain[factor]);

/** What items come to is held against a plain order of the same at the same price. */
export const isOfItems = (factor: SubmissionFactor): boolean => factor === 'items' || factor === 'unitPrice';

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
  submissionFactors.flatMap((factor) =>
    Object.entries(levelsOf(factor)).flatMap(([level, { notWith = {} }]) =>
      Object.entries(notWith).flatMap(([other, all]) =>
        all.flatMap((one) => plannedWith({ [factor]: level, [other]: one }, factors)),
      ),
    ),
  );
