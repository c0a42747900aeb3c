import type { Listing, Listings } from './listings.ts';
import { type Line, newLine, newSession, type Table, type Tables } from './tables.ts';

/** Errors › Mutation rejection reasons */
export type Rejection = 'OUT_OF_STOCK' | 'INSUFFICIENT_STOCK' | 'DELISTED' | 'ORDER_CLOSED' | 'PRICE_CHANGED';

export interface WantedItem {
  readonly listingId: string;
  readonly quantity: number;
  /** In minor units, when the platform says at what price it was shown. */
  readonly unitPrice?: number;
}

export interface Order {
  readonly items: readonly WantedItem[];
  readonly tableId?: string;
  readonly paidBy?: string;
}

export type Orders = ReturnType<typeof createOrders>;

export interface OrdersDeps {
  readonly listings: Listings;
  readonly tables: Tables;
  readonly now: () => number;
  readonly newLineId: () => string;
  /** Is the good part of an order taken when another is rejected? */
  readonly takesParts: boolean;
  /** Does a closing table take orders? */
  readonly takesWhileClosing: boolean;
}

export const createOrders = (deps: OrdersDeps) => {
  const { listings, tables, now, newLineId, takesParts, takesWhileClosing } = deps;

  const takesOrders = (table: Table | undefined) =>
    table?.status === 'OPEN' || (takesWhileClosing && table?.status === 'CLOSING') || table?.isFree === true;

  const sell = (accepted: Ordered['accepted'], tableId: string | undefined, paidBy: string | undefined) => {
    for (const { item } of accepted) listings.take(item.listingId, item.quantity);
    if (tableId === undefined || accepted.length === 0) return;
    const added = accepted.map(
      ({ item, listing }): Line => ({
        ...newLine(newLineId(), listing, item.quantity),
        ...(paidBy !== undefined && { paidBy }),
      }),
    );
    tables.change(tableId, (table) => {
      const before = table.isFree ? { ...newSession, openedAt: now() } : table;
      return {
        ...before,
        lines: [...before.lines, ...added],
        ...(paidBy !== undefined && {
          payments: [...before.payments, { id: paidBy, amount: amountOf(accepted), at: now() }],
        }),
      };
    });
  };

  return {
    /** Sells what can be sold; with a `tableId` it goes on that table. `paidBy` is the payment of a prepaid order. */
    submit: ({ items, tableId, paidBy }: Order): Ordered => {
      if (tableId !== undefined && !takesOrders(tables.find(tableId)))
        return { accepted: [], rejected: items.map((item) => ({ item, reason: 'ORDER_CLOSED' })) };
      const ordered = judge(items, listings);
      if (ordered.rejected.length > 0 && !takesParts) return { ...ordered, accepted: [] };
      sell(ordered.accepted, tableId, paidBy);
      return ordered;
    },
  };
};

const amountOf = (accepted: Ordered['accepted']): number =>
  accepted.reduce((sum, { item, listing }) => sum + item.quantity * listing.price, 0);

export type Ordered = ReturnType<typeof judge>;

/** Item by item; two items of one listing share its stock. */
const judge = (items: readonly WantedItem[], listings: Listings) => {
  const accepted: { item: WantedItem; listing: Listing }[] = [];
  const rejected: { item: WantedItem; reason: Rejection }[] = [];
  const promised = new Map<string, number>();
  for (const item of items) {
    const listing = listings.find(item.listingId);
    const before = promised.get(item.listingId) ?? 0;
    const reason = listing ? objectionTo(item, listing, before) : 'DELISTED';
    if (reason !== undefined || !listing) rejected.push({ item, reason: reason ?? 'DELISTED' });
    else {
      promised.set(item.listingId, before + item.quantity);
      accepted.push({ item, listing });
    }
  }
  return { accepted, rejected };
};

const objectionTo = (
  { quantity, unitPrice }: WantedItem,
  listing: Listing,
  promised: number,
): Rejection | undefined => {
  const left = (listing.stock ?? Number.POSITIVE_INFINITY) - promised;
  if (listing.delisted) return 'DELISTED';
  if (left <= 0 || listing.paused) return 'OUT_OF_STOCK';
  if (quantity > left) return 'INSUFFICIENT_STOCK';
  return unitPrice !== undefined && unitPrice !== listing.price ? 'PRICE_CHANGED' : undefined;
};
