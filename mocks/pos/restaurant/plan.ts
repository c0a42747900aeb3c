import type { PosFixtures } from '#schemas';

/** What a till is set up with before anybody orders. Amounts are in minor units. */
export interface RestaurantPlan {
  readonly currency: string;
  readonly listings: readonly PlannedListing[];
  readonly tables: readonly PlannedTable[];
  readonly kiosks: readonly string[];
}

export interface PlannedListing {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** Absent: not counted, never out. */
  readonly stock?: number;
  readonly delisted?: boolean;
}

export interface PlannedTable {
  readonly id: string;
  readonly number: string;
  /** `empty`: nobody sits there, nothing is ordered. */
  readonly state: 'open' | 'empty' | 'closed' | 'closing';
}

/** From 1 on, for what a plan has many of. */
export const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The fixtures of a configuration, told from the plan. */
export const fixturesOf = ({ listings, tables, kiosks }: RestaurantPlan): PosFixtures => {
  const inState = (state: PlannedTable['state']) => tables.filter((table) => table.state === state).map(({ id }) => id);
  const sold = listings.filter(({ delisted }) => !delisted);
  return {
    tables: { open: inState('open'), empty: inState('empty'), closed: inState('closed'), closing: inState('closing') },
    kiosks: [...kiosks],
    listings: {
      inStock: sold.filter(({ stock }) => stock === undefined).map(({ id }) => id),
      outOfStock: sold.filter(({ stock }) => stock === 0).map(({ id }) => id),
      limited: sold.flatMap(({ id, stock = 0 }) => (stock > 0 ? [{ id, max: stock }] : [])),
      delisted: listings.filter(({ delisted }) => delisted).map(({ id }) => id),
    },
  };
};
