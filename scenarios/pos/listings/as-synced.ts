import { isSameJson, mentions } from '../../arrange/json-compare.ts';

/** A listing as the last of those that a sync brought shows it. */
export const syncedListing = (listings: readonly unknown[] | undefined, listingId: string): unknown =>
  listings?.findLast((listing) => mentions(listing, listingId));

/** All that was pushed of a listing. */
export const listingsOf = (pushed: unknown, listingId: string): readonly unknown[] =>
  Array.isArray(pushed) ? pushed.filter((listing) => mentions(listing, listingId)) : [];

/** Whether something was pushed of a listing, and each time just as it had been synced. */
export const isAsSynced = (pushed: readonly unknown[], known: unknown): boolean =>
  known !== undefined && pushed.length > 0 && pushed.every((listing) => isSameJson(listing, known));
