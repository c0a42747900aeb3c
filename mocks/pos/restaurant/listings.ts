import type { PlannedListing } from './plan.ts';

export interface Listing {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** Undefined: not counted, never out. */
  readonly stock: number | undefined;
  readonly delisted: boolean;
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number;
}

/** A place in the order of (changedAt, id): what a menu checkpoint says. */
export interface MenuPosition {
  readonly changedAt: number;
  readonly id: string;
}

export interface Listings {
  readonly find: (id: string) => Listing | undefined;
  /** Changed after the position, or all; ascending. */
  readonly after: (position?: MenuPosition) => readonly Listing[];
  /** Sells; what is not counted stays as it is. */
  readonly take: (id: string, quantity: number) => void;
  /** Raises the price a little. */
  readonly reprice: (id: string) => Listing | undefined;
}

export const createListings = (planned: readonly PlannedListing[], now: () => number): Listings => {
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
    put({ id, name, price, stock, delisted, changedAt: openedAt + index });

  return {
    find: (id) => listings.get(id),
    after: (position) =>
      [...listings.values()]
        .filter((listing) => position === undefined || isAfter(listing, position))
        .sort((one, other) => (isAfter(one, other) ? 1 : -1)),
    take: (id, quantity) => {
      const listing = listings.get(id);
      if (listing?.stock === undefined) return;
      put({ ...listing, stock: listing.stock - quantity, changedAt: stamp() });
    },
    reprice: (id) => {
      const listing = listings.get(id);
      if (!listing) return undefined;
      const changed = { ...listing, price: listing.price + 10, changedAt: stamp() };
      put(changed);
      return changed;
    },
  };
};

const isAfter = (one: MenuPosition, other: MenuPosition): boolean =>
  one.changedAt === other.changedAt ? one.id > other.id : one.changedAt > other.changedAt;
