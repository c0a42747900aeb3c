import { isAsSynced, listingsOf, syncedListing } from './as-synced.ts';
import type { Synced } from './listings-sync.ts';

/**
 * Whether a listing was pushed just as a sync had shown it before it changed: where the event of an earlier change did not come while
 * it was waited for, this is that event, since nothing says how late one may be.
 */
export const isOfEarlier = (
  pushed: readonly unknown[],
  { listingId, before }: { readonly listingId: string; readonly before: Synced | undefined },
): boolean => isAsSynced(listingsOf(pushed, listingId), syncedListing(before?.listings, listingId));
