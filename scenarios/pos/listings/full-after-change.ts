import type { CheckOutcome } from '#schemas';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt, isSameJson, mentions } from '../../arrange/json-compare.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { PosWorld } from '../../context/pos.ts';
import { standing, sync, type Synced } from './listings-sync.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';

/** A listing of which the price alone has changed, in the full sync before and in the incremental one after that. */
interface Changed {
  readonly listingId: string;
  readonly full: Synced;
  readonly increment: Synced;
}

/**
 * Menu sync: null asks for all of them, so that what an incremental sync has just listed stands in the next full one, and
 * not as it was before. A menu that is put together from time to time is looked at for a while.
 */
export const fullAfterChange = async (world: PosWorld<never>, changed: Changed): Promise<CheckOutcome> => {
  const later = await eventually(
    world,
    () => sync(world, null),
    (seen) => seen.kind !== 'synced' || wrongIn(seen, changed) === undefined,
  );
  if (later.kind !== 'synced') return unanswered(later);
  const wrong = wrongIn(later, changed);
  if (wrong === undefined) return passed;
  return (await isChangedSince(world, changed)) ? notExercised('the listings change all the time') : wrong;
};

const wrongIn = (later: Synced, { listingId, full, increment }: Changed): CheckOutcome | undefined => {
  const { listings } = later;
  if (listings === undefined || !mentions(full.listings, listingId)) return undefined;
  const exchanges = [full.exchange, increment.exchange, later.exchange];
  if (!mentions(listings, listingId))
    return failed({
      expected: `listing ${excerpt(listingId)}, as in the syncs before and after its change`,
      actual: `${listings.length} listings, not that one`,
      exchanges,
      cause: 'a changed listing lacking in a full sync',
    });
  const stale = staleIn(listings, { listingId, full, increment });
  if (stale === undefined) return undefined;
  return failed({
    expected: `another price than in ${excerpt(stale)}`,
    actual: 'the same listing',
    exchanges,
    cause: 'a listing of before its change in a full sync',
  });
};

/** Its element of before, where the one that an incremental sync had is nowhere. What only one of them shows is no change. */
const staleIn = (listings: readonly unknown[], { listingId, full, increment }: Changed): unknown => {
  const [was, ...more] = standing(full, listingId);
  const [is, ...others] = standing(increment, listingId);
  // Where several tell of it, which is its own cannot be known.
  if (was === undefined || is === undefined || more.length > 0 || others.length > 0) return undefined;
  if (isSameJson(was, is) || !isAlike(was, is)) return undefined;
  const has = (wanted: unknown): boolean => listings.some((one) => isSameJson(one, wanted));
  return has(was) && !has(is) ? was : undefined;
};

/** The same keys all the way down: an incremental sync may show other things of a listing than a full one. */
const isAlike = (one: unknown, other: unknown): boolean => {
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return false;
  if (typeof one !== 'object' || one === null || other === null || Array.isArray(one)) return true;
  const [first, second] = [new Map(Object.entries(one)), new Map(Object.entries(other as object))];
  return (
    first.size === second.size && [...first].every(([key, value]) => second.has(key) && isAlike(value, second.get(key)))
  );
};

/** By somebody else, who may have put it back or taken it off the menu. */
const isChangedSince = async (world: PosWorld<never>, { listingId, increment }: Changed): Promise<boolean> => {
  if (increment.checkpoint === undefined) return true;
  const since = await sync(world, increment.checkpoint);
  return since.kind !== 'synced' || since.listings === undefined || mentions(since.listings, listingId);
};
