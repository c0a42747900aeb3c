import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { eventually } from '../../arrange/eventually.ts';
import { isSameJson, excerpt, mentions, newAmong } from '../../arrange/json-compare.ts';
import { sync, type Synced } from './listings-sync.ts';
import { awaitEvent, type AwaitedEvent } from '../../arrange/till/await-event.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [
  'listings/incremental-sync',
  'listings/nothing-changed',
  'events/listings-updated',
  'events/change-is-pushed',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/listings-changes',
  title: 'A changed listing is pushed, and comes alone in the next sync',
  phase: 'change',
  needs: ['triggers.changeListing'],
  covers,
  async run(world) {
    const [listingId, other] = (world.fixtures.listings?.inStock ?? []).toReversed();
    if (listingId === undefined) return notExercised('no listing is configured', 'pos.fixtures.listings.inStock');
    const full = world.claims.listings ? await sync(world, null) : undefined;
    if (full !== undefined && full.kind !== 'synced') world.check('listings/incremental-sync', unanswered(full));
    const before = full?.kind === 'synced' ? full : undefined;
    const increment = await changeAndSync(world, before, listingId);
    if (increment === undefined) return;
    await checkNothing(world, increment);
    // The checkpoint of an increment leads to the next one, in which the first is no longer.
    const both = [...(before?.listings ?? []), ...(increment.listings ?? [])];
    if (other !== undefined) await changeAndSync(world, { ...increment, listings: both }, other);
  },
});

/** Changes a listing at the till; the sync that holds it, when all is well. */
const changeAndSync = async (
  world: World,
  before: Synced | undefined,
  listingId: string,
): Promise<Synced | undefined> => {
  const pushed = await awaitEvent(
    world,
    { name: 'changeListing', input: { listingId } },
    {
      messageKind: 'ProductListingsUpdated',
      what: `listing ${excerpt(listingId)} has changed`,
      says: (body) => {
        const listings = readField(body, 'listings');
        if (!Array.isArray(listings)) return 'unreadable';
        return mentions(listings, listingId) ? 'so' : 'otherwise';
      },
    },
  );
  if (world.claims.events) checkPush(world, pushed, before);
  if (pushed.kind === 'blocked') world.check('listings/incremental-sync', pushed.outcome);
  if (pushed.kind === 'blocked' || before === undefined) return undefined;
  const { outcome, increment } = await incrementOf(world, before, listingId);
  world.check('listings/incremental-sync', outcome);
  return increment;
};

const checkNothing = async (world: World, increment: Synced): Promise<void> => {
  if (increment.checkpoint === undefined) return;
  const next = await sync(world, increment.checkpoint);
  const again = next.kind === 'synced' && newAmong(increment.listings ?? [], next.listings ?? []).length === 0;
  if (next.kind !== 'synced' || !again) return;
  world.check(
    'listings/nothing-changed',
    failed({
      message: 'The checkpoint that came with a change brought the same change again; it has to lead past it.',
      expected: 'listings: []',
      actual: excerpt(next.listings),
      pointer: '/listings',
      exchanges: [increment.exchange, next.exchange],
      cause: 'listings although nothing changed',
    }),
  );
};

const checkPush = (world: World, pushed: AwaitedEvent, before: Synced | undefined): void => {
  if (pushed.kind !== 'pushed') {
    world.check('events/change-is-pushed', pushed.outcome);
    if (pushed.kind === 'blocked') world.check('events/listings-updated', pushed.outcome);
    return;
  }
  world.check('events/change-is-pushed', passed);
  const { listings } = { listings: readField(pushed.event.body, 'listings') };
  const all = before?.listings?.length ?? 0;
  // Orders before it may have changed the stock of a few, yet never of the whole menu.
  if (Array.isArray(listings) && all > 2 && listings.length >= all)
    world.check(
      'events/listings-updated',
      failed({
        message: 'One listing changed and the whole menu was pushed; push only the diff.',
        expected: `fewer than the ${all} listings of the menu`,
        actual: `${listings.length} listings`,
        pointer: '/listings',
        exchanges: [pushed.event.exchange],
        cause: 'the whole menu pushed',
      }),
    );
};

const incrementOf = async (
  world: World,
  before: Synced,
  listingId: string,
): Promise<{ readonly outcome: CheckOutcome; readonly increment?: Synced }> => {
  if (before.checkpoint === undefined || before.listings === undefined)
    return { outcome: notExercised('the sync before the change has no checkpoint or listings that can be read') };
  const { checkpoint } = before;
  const increment = await eventually(
    world,
    () => sync(world, checkpoint),
    (synced) => synced.kind !== 'synced' || mentions(synced.listings, listingId),
  );
  if (increment.kind !== 'synced') return { outcome: unanswered(increment) };
  const wrong = judged(before, increment, listingId);
  if (wrong) return { outcome: wrong };
  // The platform may never have stored the result: the same checkpoint asks for the same change.
  const again = await sync(world, checkpoint);
  if (again.kind !== 'synced') return { outcome: unanswered(again) };
  return { outcome: judged(before, again, listingId) ?? passed, increment };
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
