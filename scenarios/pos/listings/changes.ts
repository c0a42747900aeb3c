import type { CheckOutcome } from '#schemas';
import { eventually } from '../../arrange/eventually.ts';
import { excerpt, isSameJson, mentions, newAmong } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { type AwaitedEvent, awaitEvent } from '../../arrange/till/await-event.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { ListingChange, PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { fullAfterChange } from './full-after-change.ts';
import { type Synced, knownMenu, sync } from './listings-sync.ts';
import { fullOutcome } from './listings.ts';
import { pushedAsBefore, isOfEarlier, bothAtOnce, wrongIncrement } from './pushed-as-before.ts';

const covers = [
  'listings/incremental-sync',
  'listings/full-sync',
  'listings/nothing-changed',
  'events/listings-updated',
  'events/change-is-pushed',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/listings-changes',
  title: 'A changed listing is pushed, and comes alone in the next sync',
  phase: 'read',
  touches: ['menu'],
  needs: ['triggers.changeListing'],
  covers,
  async run(world) {
    const [listingId, other] = (world.fixtures.listings?.inStock ?? []).toReversed();
    if (listingId === undefined) return notExercised('no listing is configured', 'pos.fixtures.listings.inStock');
    const full = world.claims.listings ? await knownMenu(world) : undefined;
    if (full !== undefined && full.kind !== 'synced') world.check('listings/incremental-sync', unanswered(full));
    let before = full?.kind === 'synced' ? full : undefined;
    const pushed: unknown[] = [];
    const missed = { once: false, isStale: false };
    const changes = world.triggers.has('changeListing', 'change') ? alone : [undefined];
    const first = await changeAndSync(world, { before, pushed, missed, listingId, change: changes[0] });
    if (first === undefined) return;
    await checkNothing(world, first);
    // Whether one is still on the menu that was changed otherwise is the trigger's to say.
    const isOnMenu = changes[0] === 'price';
    if (before && isOnMenu)
      world.check('listings/full-sync', await fullAfterChange(world, { listingId, full: before, increment: first }));
    before = after(before, first);
    // The checkpoint of an increment leads to the next one, in which the first is no longer.
    for (const change of isLeftOut(world, 'further changes of a listing') ? changes.slice(-1) : changes) {
      if (other === undefined) return;
      const increment = await changeAndSync(world, { before, pushed, missed, listingId: other, change });
      if (increment !== undefined) before = after(before, increment);
    }
    if (other === undefined || before === undefined) return;
    const outcome = await bothAtOnce(world, before, [listingId, other], async (id) => {
      const made = await change(world, { before, pushed, missed, listingId: id, change: changes[0] });
      return made.kind !== 'unmade';
    });
    if (outcome) world.check('listings/incremental-sync', outcome);
    const afterwards = await sync(world, null);
    const others = (world.fixtures.listings?.inStock ?? []).filter(
      (id) => id !== other && (id !== listingId || isOnMenu),
    );
    if (afterwards.kind === 'synced' && others.length > 0)
      world.check('listings/full-sync', fullOutcome(others, afterwards));
  },
});

/** What is taken off the menu is put back, since it is ordered later on. */
const alone: readonly ListingChange[] = ['price', 'stock', 'availability', 'availability', 'name'];

/** All that was told so far, the last word on each listing last. */
const after = (before: Synced | undefined, increment: Synced): Synced => ({
  ...increment,
  listings: [...(before?.listings ?? []), ...(increment.listings ?? [])],
});

interface Changing {
  readonly before: Synced | undefined;
  /** Listings as they were pushed so far. */
  readonly pushed: unknown[];
  readonly listingId: string;
  /** Undefined where the trigger alone knows. */
  readonly change: ListingChange | undefined;
  /** Whether a change was not pushed, or as it was before: then the next is not waited for as long. */
  readonly missed: { once: boolean; isStale: boolean };
}

/** For an event like one that did not come. */
const onceMissedMs = 5_000;

/** Changes a listing at the till; the sync that holds it, when all is well. */
const changeAndSync = async (world: World, changing: Changing): Promise<Synced | undefined> => {
  const { before, listingId, missed } = changing;
  const pushed = await change(world, changing);
  if (pushed.kind === 'unmade' || before === undefined) return undefined;
  const { outcome, increment } = await incrementOf(world, before, changing);
  world.check('listings/incremental-sync', outcome);
  const stale =
    increment && pushed.kind === 'pushed' && !missed.isStale
      ? await pushedAsBefore(world, pushed, [before, increment], listingId)
      : undefined;
  if (stale) world.check('events/listings-updated', stale);
  missed.isStale ||= stale !== undefined;
  return increment;
};

const change = async (world: World, changing: Changing): Promise<AwaitedEvent> => {
  const { before, listingId, change: what, missed } = changing;
  const pushed = await awaitEvent(
    world,
    { name: 'changeListing', input: { listingId, change: what ?? 'price' } },
    {
      messageKind: 'ProductListingsUpdated',
      what: `${what === undefined ? '' : `the ${what} of `}listing ${excerpt(listingId)} has changed`,
      says: (body) => {
        const listings = readField(body, 'listings');
        if (!Array.isArray(listings)) return 'unreadable';
        if (missed.once && isOfEarlier(listings, { listingId, before })) return 'otherwise';
        return mentions(listings, listingId) ? 'so' : 'otherwise';
      },
      patienceMs: missed.once ? Math.min(onceMissedMs, world.patienceMs) : undefined,
    },
  );
  missed.once ||= pushed.kind === 'missing';
  if (world.claims.events) checkPush(world, pushed, changing);
  if (pushed.kind === 'unmade') world.check('listings/incremental-sync', pushed.outcome);
  return pushed;
};

const checkNothing = async (world: World, increment: Synced): Promise<void> => {
  if (increment.checkpoint === undefined) return;
  const next = await sync(world, increment.checkpoint);
  const again = next.kind === 'synced' && newAmong(increment.listings ?? [], next.listings ?? []).length === 0;
  if (next.kind !== 'synced' || !again) return;
  const outcome = failed({
    expected: 'listings: []',
    actual: excerpt(next.listings),
    exchanges: [increment.exchange, next.exchange],
    cause: 'listings although nothing changed',
  });
  world.check('listings/nothing-changed', outcome);
};

const checkPush = (world: World, pushed: AwaitedEvent, { before, listingId, pushed: earlier }: Changing): void => {
  if (pushed.kind !== 'pushed') {
    world.check('events/change-is-pushed', pushed.outcome);
    if (pushed.kind === 'unmade') world.check('events/listings-updated', pushed.outcome);
    return;
  }
  world.check('events/change-is-pushed', passed);
  const listings = readField(pushed.event.body, 'listings');
  if (Array.isArray(listings)) {
    const stale = listings.find((one) => !mentions(one, listingId) && earlier.some((known) => isSameJson(known, one)));
    earlier.push(...listings);
    if (stale !== undefined)
      world.check(
        'events/listings-updated',
        failed({
          expected: `listing ${excerpt(listingId)} alone`,
          actual: `also ${excerpt(stale)}`,
          pointer: `/listings/${listings.indexOf(stale)}`,
          exchanges: [pushed.event.exchange],
          cause: 'an unchanged listing pushed again',
        }),
      );
  }
  const all = before?.listings?.length ?? 0;
  // Orders before it may have changed the stock of a few, yet never of the whole menu.
  if (Array.isArray(listings) && all > 2 && listings.length >= all)
    world.check(
      'events/listings-updated',
      failed({
        expected: `fewer than the ${all} listings of the menu`,
        actual: `${listings.length} listings`,
        exchanges: [pushed.event.exchange],
        cause: 'the whole menu pushed',
      }),
    );
};

const incrementOf = async (
  world: World,
  before: Synced,
  changing: Changing,
): Promise<{ readonly outcome: CheckOutcome; readonly increment?: Synced }> => {
  if (before.checkpoint === undefined || before.listings === undefined)
    return { outcome: notExercised('the sync before the change has no checkpoint or listings that can be read') };
  const { checkpoint } = before;
  const { listingId } = changing;
  let position = checkpoint;
  const increment = await eventually(
    world,
    async () => {
      const synced = await sync(world, position);
      // The change may not have been made yet: the platform goes on from where it was led.
      if (synced.kind === 'synced' && synced.listings?.length === 0) position = synced.checkpoint ?? position;
      return synced;
    },
    (synced) => synced.kind !== 'synced' || mentions(synced.listings, listingId),
  );
  if (increment.kind !== 'synced') return { outcome: unanswered(increment) };
  // The platform may never have stored the result: the same checkpoint asks for the same change.
  if (mentions(increment.listings, listingId) && isLeftOut(world, 'a checkpoint that is sent twice'))
    return { outcome: wrongIncrement(before, increment, changing) ?? passed, increment };
  const again = await sync(world, checkpoint);
  if (again.kind !== 'synced') return { outcome: unanswered(again) };
  if (!mentions(increment.listings, listingId) && mentions(again.listings, listingId))
    return { outcome: passedOver(increment, again, listingId) };
  const wrong = wrongIncrement(before, increment, changing);
  if (wrong) return { outcome: wrong };
  return { outcome: wrongIncrement(before, again, changing) ?? passed, increment };
};

/** Menu sync: listings changed after the requested checkpoint, so that none lies between two of them. */
export const passedOver = (followed: Synced, again: Synced, listingId: string): CheckOutcome =>
  failed({
    expected: `listing ${excerpt(listingId)} in a sync from that checkpoint`,
    actual: `no such listing, and it in a sync from the checkpoint before`,
    exchanges: [followed.exchange, again.exchange],
    cause: 'a change passed over by a checkpoint',
  });
