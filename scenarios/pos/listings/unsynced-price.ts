import type { CheckOutcome } from '#schemas';
import { acceptedOf, lifecyclesIn } from '#traffic/laws';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { priceOf } from '../../arrange/till/amounts.ts';
import { excerpt, isSameJson, mentions } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { readListings } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { type Checkpoint, standing, sync, type Synced } from './listings-sync.ts';

type World = PosWorld<'listings/incremental-sync'>;

/** Beside `pos/listings-changes`, where a trigger has changed what was to be listed: here somebody else did, or nobody. */
export default defineTillScenario({
  id: 'pos/listings-since',
  title: 'What has another price since the first sync of all stands in one from its checkpoint',
  phase: 'after',
  touches: ['menu'],
  covers: ['listings/incremental-sync'],
  async run(world) {
    const first = world.claims.listings ? firstOf(world) : undefined;
    if (first?.checkpoint === undefined || isLeftOut(world, 'all that has changed since the first sync')) return;
    const outcome = await sinceFirst(world, first, first.checkpoint);
    if (outcome) world.check('listings/incremental-sync', outcome);
  },
});

/** The first whole menu since the till was activated last. */
const firstOf = ({ till }: World): Synced | undefined => {
  const traffic = till.traffic();
  const activeSince = traffic.findLast((seen) => seen.kind === 'activation' && seen.success)?.n ?? 0;
  const isFull = (messageId: string): boolean =>
    till.sent().some((sent) => sent.messageId === messageId && Object(sent.payload).checkpoint === null);
  const told = lifecyclesIn(traffic.filter(({ n }) => n > activeSince))
    .filter(({ messageKind, messageId }) => messageKind === kind && isFull(messageId))
    .map(acceptedOf)
    .find((callback) => callback !== undefined);
  return told && { kind: 'synced', ...readListings(told.body), exchange: told.exchange };
};

const kind = 'ProductListingsSyncRequested';

/** One listing, as it stood in a sync and stands in another. */
interface Changed {
  readonly listingId: string;
  readonly was: unknown;
  readonly is: unknown;
}

/**
 * Menu sync: listings changed after the requested checkpoint. What a full sync shows at another price than the first one did has
 * changed since. Asked for once more, for a menu may just be changing, or be put together from time to time.
 */
const sinceFirst = async (world: World, first: Synced, checkpoint: Checkpoint): Promise<CheckOutcome | undefined> => {
  const now = await sync(world, null);
  if (now.kind !== 'synced') return undefined;
  let lacking = changedIn(world, first, now);
  let exchanges = [first.exchange, now.exchange];
  for (let asked = 0; asked < 2 && lacking.length > 0; asked++) {
    const increment = await sync(world, checkpoint);
    const full = increment.kind === 'synced' ? await sync(world, null) : increment;
    if (increment.kind !== 'synced' || full.kind !== 'synced' || increment.listings === undefined) return undefined;
    const { listings } = increment;
    exchanges = [first.exchange, now.exchange, increment.exchange];
    lacking = lacking.filter(
      ({ listingId, is }) => !mentions(listings, listingId) && isSameJson(standing(full, listingId), [is]),
    );
  }
  const [worst] = lacking;
  return worst && lackingOutcome(worst, exchanges);
};

const changedIn = ({ fixtures }: World, first: Synced, now: Synced): readonly Changed[] => {
  const { inStock = [], limited = [] } = fixtures.listings ?? {};
  return [...inStock, ...limited.map(({ id }) => id)].flatMap((listingId) => {
    const [[was, ...more], [is, ...others]] = [standing(first, listingId), standing(now, listingId)];
    // Where several tell of it, which is its own cannot be known.
    if (was === undefined || is === undefined || more.length > 0 || others.length > 0) return [];
    return hasOtherPrice(was, is) ? [{ listingId, was, is }] : [];
  });
};

const hasOtherPrice = (was: unknown, is: unknown): boolean => {
  const [[before], [after]] = [priceOf(was), priceOf(is)];
  return before !== undefined && after?.path === before.path && !isSameJson(before.money, after.money);
};

const lackingOutcome = ({ listingId, was, is }: Changed, exchanges: readonly number[]): CheckOutcome =>
  failed({
    expected: `listing ${excerpt(listingId)}, which was ${excerpt(was)}`,
    actual: `no such listing, and in a full sync ${excerpt(is)}`,
    exchanges,
    cause: 'a changed price in no incremental sync',
  });
