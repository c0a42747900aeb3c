import { freshId } from '../../arrange/identity.ts';
import type { Factors, Row } from '../covering.ts';
import { levelsInWords } from '../level-words.ts';
import first from './first-bills.json' with { type: 'json' };
import table from './levels.json' with { type: 'json' };

interface Level {
  /** What a bill with it is, in words. */
  readonly words: string;
  /** What cannot come together with it: all lines are on a whole bill, and without a result none is lost or repeated. */
  readonly notWith?: Readonly<Record<string, readonly string[]>>;
}

/** The first level of each factor is the plain one. */
export type BillFactor = keyof typeof table;
export const billFactors = Object.keys(table) as readonly BillFactor[];
const levelsOf = (factor: BillFactor): Readonly<Record<string, Level>> => table[factor];

export const billWords = (row: Row, factors: readonly BillFactor[]): string =>
  factors.map((factor) => levelsOf(factor)[row[factor] ?? '']?.words).join(', ');

export const billOccasions = levelsInWords('till bill', table);

/** The levels there is an occasion for. */
export const plannedBills = (isThere: (factor: BillFactor, level: string) => boolean = () => true): Factors =>
  Object.fromEntries(
    billFactors.map((factor) => [factor, Object.keys(table[factor]).filter((level) => isThere(factor, level))]),
  );

export const plainBill: Row = Object.fromEntries(
  billFactors.map((factor) => [factor, Object.keys(table[factor])[0] ?? '']),
);

export const billsApart: readonly Row[] = billFactors.flatMap((factor) =>
  Object.entries(levelsOf(factor)).flatMap(([level, { notWith = {} }]) =>
    Object.entries(notWith).flatMap(([other, all]) => all.map((one) => ({ [factor]: level, [other]: one }))),
  ),
);

/** These say most of what there is to say. A till that keeps one waiting has the first four, which show whether it bills lines at all. */
export const firstBills: readonly Row[] = first.map((levels) => ({ ...plainBill, ...levels }));

/** What a till is to link. */
export const recipientFor = (level: string | undefined): string | undefined =>
  ({ plain: freshId(), letters: `Kelner/Ł & 1 ${freshId()}` })[level ?? ''];

/** What staff do to a table. */
export const byStaff: readonly string[] = Object.keys(table.meanwhile).filter((level) => level.includes('LINE'));
