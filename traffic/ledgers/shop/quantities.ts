import { shortened } from '../../retention/shortened.ts';
import type { CountedLine } from './answers.ts';
import { inAnyOrder } from './in-any-order.ts';

/** How many pieces there are of each product, over all its lines. */
export type Quantities = ReadonlyMap<string, number>;

type Counted = Pick<CountedLine, 'id' | 'quantity'>;

export const totals = (lines: readonly Counted[]): Quantities => {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line.id, (sums.get(line.id) ?? 0) + line.quantity);
  return sums;
};

/** One text for the same quantities; what there is none of is not in it. */
export const contentsOf = (quantities: Quantities): string =>
  shortened(inAnyOrder([...quantities].filter(([, quantity]) => quantity > 0)).join());

/** A product that was asked for, and how many of it an answer carries. */
export interface Carried {
  readonly product: string;
  readonly quantity: number;
  readonly carries: number;
}

const carriedOf = (asked: Quantities, lines: readonly Counted[]): readonly Carried[] => {
  const carried = totals(lines);
  return [...asked].map(([product, quantity]) => ({ product, quantity, carries: carried.get(product) ?? 0 }));
};

export const lessThan = (asked: Quantities, lines: readonly Counted[]): readonly Carried[] =>
  carriedOf(asked, lines).filter(({ quantity, carries }) => carries < quantity);

/** What is free comes unasked. */
export const moreThan = (
  asked: Quantities,
  lines: readonly (Counted & Pick<CountedLine, 'isFree'>)[],
): readonly Carried[] =>
  carriedOf(
    asked,
    lines.filter(({ isFree }) => !isFree),
  ).filter(({ quantity, carries }) => carries > quantity && quantity > 0);
