import type { CheckOutcome } from '#schemas';
import type { AwaitedEvent, PushedEvent } from '../../arrange/till/await-event.ts';
import { excerpt, isSameJson, mentions } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { PosWorld, ListingChange } from '../../context/pos.ts';
import { failed, passed, notExercised } from '../../outcome.ts';
import { type Synced, isAsSynced, listingsOf, standing, syncedListing, sync } from './listings-sync.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { eventually } from '../../arrange/eventually.ts';
import { isLeftOut } from '../../arrange/sampling.ts';

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
    expected: excerpt(now),
    actual: excerpt(old),
    exchanges: [event.exchange, after.exchange],
    cause: 'a listing pushed as before',
  });
};

/**
 * Whether a listing was pushed just as a sync had shown it before it changed: where the event of an earlier change did not come while
 * it was waited for, this is that event, since nothing says how late one may be.
 */
export const isOfEarlier = (
  pushed: readonly unknown[],
  { listingId, before }: { readonly listingId: string; readonly before: Synced | undefined },
): boolean => isAsSynced(listingsOf(pushed, listingId), syncedListing(before?.listings, listingId));

/** Whoever sends one at a time is done by then. */
const mostSyncs = 4;

/**
 * Menu sync: all that changed after the checkpoint comes. The one further down the menu changes first, so that whoever sends
 * one of two, and the rest with the next sync, is told from whoever loses it. Undefined where nothing was changed.
 */
export const bothAtOnce = async (
  world: PosWorld<never>,
  { checkpoint, exchange: before }: Synced,
  ids: readonly [string, string],
  change: (listingId: string) => Promise<boolean>,
): Promise<CheckOutcome | undefined> => {
  if (checkpoint === undefined || isLeftOut(world, 'two listings that change at once')) return undefined;
  for (const id of ids) if (!(await change(id))) return undefined;
  const isAll = (listed: unknown): boolean => ids.every((id) => mentions(listed, id));
  let synced = await eventually(
    world,
    () => sync(world, checkpoint),
    (seen) => seen.kind !== 'synced' || isAll(seen.listings),
  );
  const listed: unknown[] = [];
  const exchanges: number[] = [before];
  for (let syncs = 0; syncs < mostSyncs && synced.kind === 'synced'; syncs++) {
    listed.push(...(synced.listings ?? []));
    exchanges.push(synced.exchange);
    if (isAll(listed)) return passed;
    if (listed.length === 0 || synced.checkpoint === undefined) break;
    synced = await sync(world, synced.checkpoint);
  }
  if (synced.kind !== 'synced') return unanswered(synced);
  return failed({
    expected: `listings ${excerpt(ids)}`,
    actual: `without ${excerpt(ids.filter((id) => !mentions(listed, id)))}`,
    exchanges,
    cause: 'one of two changed listings lacking',
  });
};

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
      expected: `listing ${excerpt(listingId)}`,
      actual: listings.length === 0 ? 'no listings' : `${listings.length} listings, not that one`,
      exchanges,
      cause: 'a changed listing lacking',
    });
  const all = before.listings ?? [];
  const [last] = standing(before, listingId).slice(-1);
  // Whether a listing shows its stock is open; it has a price and a name.
  if ((change === 'price' || change === 'name') && last !== undefined && listings.some((one) => isSameJson(one, last)))
    return failed({
      message: `After its ${change} changed, the next sync returned a listing with its old values. Return its current values.`,
      expected: `another ${change} than in ${excerpt(last)}`,
      actual: 'the same listing',
      exchanges,
      cause: 'a changed listing as it was',
    });
  const others = listings.filter((listing) => !mentions(listing, listingId));
  const unchanged = others.find((listing) => all.some((known) => isSameJson(known, listing)));
  if (unchanged === undefined && !(all.length > 1 && listings.length >= all.length)) return undefined;
  return failed({
    expected: `listing ${excerpt(listingId)} alone`,
    actual: `${listings.length} listings, such as ${excerpt(unchanged ?? listings[0])}`,
    exchanges,
    cause: 'unchanged listings in an incremental sync',
  });
};
