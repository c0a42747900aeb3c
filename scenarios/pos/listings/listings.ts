import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { unanswered, unreached } from '../../arrange/till/command-answer.ts';
import { isSameJson, excerpt, mentions } from '../../arrange/json-compare.ts';
import { type Checkpoint, sync, type Synced } from './listings-sync.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = ['listings/synced-body', 'listings/full-sync', 'listings/nothing-changed'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/listings',
  title: 'A full sync has all listings, and its checkpoint sent back has none',
  phase: 'read',
  touches: ['menu'],
  covers,
  async run(world) {
    const sold = world.fixtures.listings?.inStock ?? [];
    const full = await sync(world, null);
    if (full.kind !== 'synced') {
      world.check('listings/full-sync', unanswered(full));
      world.check('listings/synced-body', unreached(full, 'the full sync'));
      world.check('listings/nothing-changed', unreached(full, 'the full sync'));
      return;
    }
    world.check('listings/full-sync', fullOutcome(sold, full));
    world.check('listings/nothing-changed', await unchangedOutcome(world, full));
    // Null asks for all of them the second time as well, and so do changes of the menu in the end.
    if (world.triggers.has('changeListing') && isLeftOut(world, 'the second full sync')) return;
    const again = await sync(world, null);
    world.check('listings/full-sync', again.kind === 'synced' ? fullOutcome(sold, again) : unanswered(again));
  },
});

/** Whether these are in a full sync; where none is known, whether anything is. */
export const fullOutcome = (sold: readonly string[], { listings, exchange }: Synced): CheckOutcome => {
  if (listings === undefined) return notExercised('the result has no listings that can be read');
  if (sold.length === 0)
    return listings.length > 0
      ? passed
      : notExercised('the menu is empty, and no listing is configured', 'pos.fixtures.listings.inStock');
  const absent = sold.filter((id) => !mentions(listings, id));
  if (absent.length === 0) return passed;
  return failed({
    expected: `all of ${excerpt(sold)}`,
    actual: `${listings.length} listings, in none of which stands ${excerpt(absent)}`,
    exchanges: [exchange],
    cause: 'listings lacking in a full sync',
  });
};

/** A menu that is being edited may change once in between; the checkpoint that came with the change is tried then. */
const unchangedOutcome = async (world: World, full: Synced): Promise<CheckOutcome> => {
  const first = await since(world, full);
  if ('status' in first) return first;
  if (first.listings?.length === 0 && isLeftOut(world, 'the checkpoint of an empty sync')) return passed;
  const second = await since(world, first);
  if ('status' in second) return second;
  if (second.listings?.length === 0) return passed;
  // The checkpoint of an empty result has to lead on as well, and not back to the beginning.
  const known = [...(full.listings ?? []), ...(first.listings ?? [])];
  const again = second.listings?.find((listing) => known.some((one) => isSameJson(one, listing)));
  const whole = (full.listings?.length ?? 0) > 1 && second.listings?.length === full.listings?.length;
  if (again === undefined && !whole) return notExercised('the listings change all the time');
  return failed({
    expected: 'listings: []',
    actual: `${second.listings?.length ?? 0} listings, such as ${excerpt(again ?? second.listings?.[0])}`,
    exchanges: [full.exchange, first.exchange, second.exchange],
    cause: 'listings although nothing changed',
  });
};

const since = async (
  world: World,
  { checkpoint }: { readonly checkpoint: Checkpoint | undefined },
): Promise<Synced | CheckOutcome> => {
  if (checkpoint === undefined) return notExercised('a result has no checkpoint that can be sent back');
  const synced = await sync(world, checkpoint);
  if (synced.kind !== 'synced') return unanswered(synced);
  return synced.listings === undefined ? notExercised('a result has no listings that can be read') : synced;
};
