import { freshId } from '../../arrange/identity.ts';
import type { Factors, Row } from '../covering.ts';
import { levelsInWords } from '../level-words.ts';
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
export const firstBills: readonly Row[] = [
  { select: 'one', before: 'failed', repeat: 'lost' },
  { select: 'whole', outcome: 'failed', before: 'failed', repeat: 'again' },
  { select: 'one', outcome: 'failed' },
  { select: 'whole', outcome: 'invoiced', before: 'prepaid', checkpoint: 'order', repeat: 'again' },
  // Both are the first ones of their tables.
  { select: 'one', outcome: 'failed', other: 'elsewhere' },
  { select: 'two', outcome: 'failed', meanwhile: 'order', asked: 'again', repeat: 'later' },
  {
    select: 'whole',
    outcome: 'invoiced',
    before: 'ordered',
    meanwhile: 'order',
    checkpoint: 'none',
    asked: 'retried',
    repeat: 'retried',
  },
  { select: 'alike', before: 'payment', checkpoint: 'LINE_CANCELLED', meanwhile: 'order', repeat: 'retried' },
  { select: 'one', outcome: 'failed', other: 'both', before: 'ordered', checkpoint: 'order' },
  { select: 'one', checkpoint: 'payment', repeat: 'later', other: 'elsewhere', asked: 'lost' },
  { select: 'whole', outcome: 'failed', checkpoint: 'POS_LINE_ADDED', meanwhile: 'LINE_DELIVERED' },
  { select: 'whole', outcome: 'failed', checkpoint: 'LINE_UPDATED', meanwhile: 'POS_LINE_ADDED' },
  { select: 'whole', outcome: 'failed', meanwhile: 'LINE_UPDATED', tip: 'letters' },
  { select: 'whole', outcome: 'failed', checkpoint: 'LINE_CANCELLED', meanwhile: 'order' },
  { select: 'whole', outcome: 'failed', meanwhile: 'LINE_CANCELLED' },
].map((levels) => ({ ...plainBill, ...levels }));

/** What a till is to link. */
export const recipientFor = (level: string | undefined): string | undefined =>
  ({ plain: freshId(), letters: `Kelner/Ł & 1 ${freshId()}` })[level ?? ''];

/** What staff do to a table. */
export const byStaff: readonly string[] = Object.keys(table.meanwhile).filter((level) => level.includes('LINE'));
