import type { CheckOutcome } from '#schemas';
import { inactive } from '../active-till.ts';
import { definePosScenario } from '../define.ts';
import { failed, notExercised, passed, warned } from '../outcome.ts';
import { unanswered } from '../pos-asking.ts';
import { alike, excerpt, mentions } from '../pos-likeness.ts';
import { type Checkpoint, sync, type Synced } from '../pos-listing.ts';
import { change, type Pushed } from '../pos-pushing.ts';
import { readField } from '../pos-reading.ts';
import type { PosWorld } from '../pos-world.ts';

const covers = ['listings/incremental-sync', 'events/listings-updated', 'events/change-is-pushed'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default definePosScenario({
  id: 'pos/listings-changes',
  title: 'A changed listing is pushed, and comes alone in the next sync',
  phase: 'change',
  needs: ['triggers.activatePos', 'triggers.changeListing'],
  covers,
  async run(world) {
    const listingId = world.fixtures.listings?.inStock?.at(-1);
    const blocked =
      (await inactive(world)) ??
      (listingId === undefined ? notExercised('no listing is configured', 'pos.fixtures.listings.inStock') : undefined);
    if (blocked || listingId === undefined) {
      if (blocked) for (const id of covers) world.check(id, blocked);
      return;
    }
    const before = world.claims.listings ? await sync(world, null) : undefined;
    const pushed = await change(
      world,
      { name: 'changeListing', input: { listingId } },
      {
        messageKind: 'ProductListingsUpdated',
        what: `listing ${excerpt(listingId)} has changed`,
        matches: (body) => mentions(readField(body, 'listings'), listingId),
      },
    );
    if (world.claims.events) checkPush(world, pushed, before?.kind === 'synced' ? before : undefined);
    if (pushed.kind === 'blocked') world.check('listings/incremental-sync', pushed.outcome);
    else if (before?.kind === 'synced')
      world.check('listings/incremental-sync', await incrementOutcome(world, before, listingId));
    else if (before !== undefined) world.check('listings/incremental-sync', unanswered(before));
  },
});

const checkPush = (world: World, pushed: Pushed, before: Synced | undefined): void => {
  if (pushed.kind !== 'pushed') {
    world.check('events/change-is-pushed', pushed.outcome);
    if (pushed.kind === 'blocked') world.check('events/listings-updated', pushed.outcome);
    return;
  }
  world.check('events/change-is-pushed', passed);
  const { listings } = { listings: readField(pushed.event.body, 'listings') };
  const all = before?.listings?.length ?? 0;
  // The text says "only the diff", and not how narrow a difference has to be.
  if (Array.isArray(listings) && all > 2 && listings.length >= all)
    world.check(
      'events/listings-updated',
      warned({
        message: 'One listing changed and the whole menu was pushed; push only what has changed.',
        expected: `fewer than the ${all} listings of the menu`,
        actual: `${listings.length} listings`,
        pointer: '/listings',
        exchanges: [pushed.event.exchange],
        cause: 'the whole menu pushed',
      }),
    );
};

const incrementOutcome = async (world: World, before: Synced, listingId: string): Promise<CheckOutcome> => {
  if (before.checkpoint === undefined || before.listings === undefined)
    return notExercised('the sync before the change has no checkpoint or listings that can be read');
  const first = await syncUntil(world, before.checkpoint, listingId);
  if (first.kind !== 'synced') return unanswered(first);
  const wrong = judged(before, first, listingId);
  if (wrong) return wrong;
  // The platform may never have stored the result: the same checkpoint asks for the same change.
  const again = await sync(world, before.checkpoint);
  if (again.kind !== 'synced') return unanswered(again);
  return judged(before, again, listingId) ?? passed;
};

/** How long a change may take to reach the menu: a trigger may only have asked for it. */
const effectMs = 5_000;
const pauseMs = 1_000;

const syncUntil = async (world: World, checkpoint: Checkpoint, listingId: string) => {
  const deadline = world.clock.now() + effectMs;
  for (;;) {
    const synced = await sync(world, checkpoint);
    if (synced.kind !== 'synced' || mentions(synced.listings, listingId) || world.clock.now() >= deadline)
      return synced;
    await world.clock.sleep(pauseMs, world.signal);
  }
};

const judged = (before: Synced, { listings, exchange }: Synced, listingId: string): CheckOutcome | undefined => {
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
  const others = listings.filter((listing) => !mentions(listing, listingId));
  const unchanged = others.find((listing) => all.some((known) => alike(known, listing)));
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
