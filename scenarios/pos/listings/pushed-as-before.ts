import type { CheckOutcome } from '#schemas';
import type { AwaitedEvent, PushedEvent } from '../../arrange/till/await-event.ts';
import { excerpt, isSameJson } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { isAsSynced, listingsOf, syncedListing } from './as-synced.ts';
import type { Synced } from './listings-sync.ts';

/**
 * Events › ProductListingsUpdated is a diff of listing, price or stock: whether all that was pushed of a change is the listing as it
 * had been synced before. Undefined where what a sync holds since is the same, or where something else was pushed as well.
 */
export const pushedAsBefore = async (
  { till, patienceMs }: Pick<PosWorld, 'till' | 'patienceMs'>,
  { event, from }: AwaitedEvent & { readonly kind: 'pushed' },
  [before, after]: readonly [Synced, Synced],
  listingId: string,
): Promise<CheckOutcome | undefined> => {
  const [old, now] = [before, after].map(({ listings }) => syncedListing(listings, listingId));
  if (old === undefined || now === undefined || isSameJson(old, now)) return undefined;
  const listingsIn = ({ body }: PushedEvent) => listingsOf(readField(body, 'listings'), listingId);
  if (!isAsSynced(listingsIn(event), old)) return undefined;
  const isNew = (seen: PushedEvent): boolean =>
    seen.messageKind === event.messageKind && listingsIn(seen).some((listing) => !isSameJson(listing, old));
  if (await till.next('event', { from, matches: isNew, withinMs: patienceMs })) return undefined;
  return failed({
    message:
      'A changed listing was pushed as it had been before the change, and not as the next sync holds it; push it once the change is stored.',
    expected: excerpt(now),
    actual: excerpt(old),
    pointer: '/listings',
    exchanges: [event.exchange, after.exchange],
    cause: 'a listing pushed as before',
  });
};
