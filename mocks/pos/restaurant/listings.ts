import type { PlannedListing } from './plan.ts';

export interface Listing extends Pick<PlannedListing, 'id' | 'name' | 'price'> {
  /** Undefined: not counted, never out. */
  readonly stock: number | undefined;
  readonly delisted: boolean;
  /** Taken off the menu for now. */
  readonly paused: boolean;
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number;
}

/** A place in the order of (changedAt, id): what a menu checkpoint says. */
export interface MenuPosition {
  readonly changedAt: number;
  readonly id: string;
}

const changes = {
  price: ({ price }) => ({ price: price + 10 }),
  // What was not counted is counted from now on.
  stock: ({ stock = 1000 }) => ({ stock: stock + 1 }),
  availability: ({ paused }) => ({ paused: !paused }),
  name: ({ name }) => ({ name: `${name}*` }),
} as const satisfies Readonly<Record<string, (listing: Listing) => Partial<Listing>>>;

export type ListingChange = keyof typeof changes;
export const listingChanges = Object.keys(changes) as readonly ListingChange[];

export type Listings = ReturnType<typeof createListings>;

export const createListings = (planned: readonly PlannedListing[], now: () => number) => {
  const listings = new Map<string, Listing>();
  const openedAt = now() - 3_600_000;
  let lastChange = 0;
  const put = (listing: Listing) => listings.set(listing.id, listing);
  // Strictly growing, so that a checkpoint never splits changes of one millisecond.
  const stamp = () => {
    lastChange = Math.max(now(), lastChange + 1);
    return lastChange;
  };
  for (const [index, { id, name, price, stock, delisted = false }] of planned.entries())
    put({ id, name, price, stock, delisted, paused: false, changedAt: openedAt + index });

  return {
    find: (id: string) => listings.get(id),
    /** Changed after the position, or all; ascending. */
    after: (position?: MenuPosition): readonly Listing[] =>
      [...listings.values()]
        .filter((listing) => position === undefined || isAfter(listing, position))
        .sort((one, other) => (isAfter(one, other) ? 1 : -1)),
    /** Sells; what is not counted stays as it is. */
    take: (id: string, quantity: number): void => {
      const listing = listings.get(id);
      if (listing?.stock === undefined) return;
      put({ ...listing, stock: listing.stock - quantity, changedAt: stamp() });
    },
    /** What the staff does to a listing. */
    change: (id: string, change: ListingChange) => {
      const listing = listings.get(id);
      if (!listing) return undefined;
      const changed = { ...listing, ...changes[change](listing), changedAt: stamp() };
      put(changed);
      return changed;
    },
  };
};

const isAfter = (one: MenuPosition, other: MenuPosition): boolean =>
  one.changedAt === other.changedAt ? one.id > other.id : one.changedAt > other.changedAt;
