import type { CheckOutcome } from '#schemas';
import { excerpt, isSameJson, mentions, standsIn } from '../../arrange/json-compare.ts';
import { failed, notExercised } from '../../outcome.ts';
import type { ListingChange } from '../../context/pos.ts';
import type { Synced } from './listings-sync.ts';

interface Change {
  readonly listingId: string;
  /** Undefined where the trigger alone knows. */
  readonly change: ListingChange | undefined;
}

/** What is wrong with a sync from the checkpoint before a change. */
export const wrongIncrement = (
  before: Synced,
  { listings, exchange }: Synced,
  { listingId, change }: Change,
): CheckOutcome | undefined => {
  if (listings === undefined) return notExercised('the result has no listings that can be read');
  const exchanges = [before.exchange, exchange];
  if (!mentions(listings, listingId))
    return failed({
      message:
        'A changed listing is lacking in the sync from the checkpoint before the change; list what has changed after the checkpoint that was sent.',
      expected: `listing ${excerpt(listingId)}`,
      actual: listings.length === 0 ? 'no listings' : `${listings.length} listings, not that one`,
      pointer: '/listings',
      exchanges,
      cause: 'a changed listing lacking',
    });
  const all = before.listings ?? [];
  const [last] = all.filter((listing) => standsIn(listing, listingId)).slice(-1);
  // Whether a listing shows its stock is open; it has a price and a name.
  if ((change === 'price' || change === 'name') && last !== undefined && listings.some((one) => isSameJson(one, last)))
    return failed({
      message: `A listing whose ${change} has changed stands in the next sync as it was before; list it as it is now.`,
      expected: `another ${change} than in ${excerpt(last)}`,
      actual: 'the same listing',
      pointer: '/listings',
      exchanges,
      cause: 'a changed listing as it was',
    });
  const others = listings.filter((listing) => !mentions(listing, listingId));
  const unchanged = others.find((listing) => all.some((known) => isSameJson(known, listing)));
  if (unchanged === undefined && !(all.length > 1 && listings.length >= all.length)) return undefined;
  return failed({
    message: 'A sync from a checkpoint brought listings that have not changed since; list only what has.',
    expected: `listing ${excerpt(listingId)} alone`,
    actual: `${listings.length} listings, such as ${excerpt(unchanged ?? listings[0])}`,
    pointer: '/listings',
    exchanges,
    cause: 'unchanged listings in an incremental sync',
  });
};
