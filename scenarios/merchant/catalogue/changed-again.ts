import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { eventually } from '../../arrange/eventually.ts';
import { describe, describePosition, isAfter, type Listed } from '#traffic/laws';
import { type Place, type Sighting, walk } from './walk/walk.ts';
import { failed, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/** Longer than a clock that shows milliseconds may stand still. */
export const tickMs = 25;

export const isNewer = (listed: Listed, before: Listed): boolean =>
  listed.epochMs > before.epochMs || (listed.epochMs === before.epochMs && listed.finer > before.finer);

/** Catalogue rules › 3: a shop may count in whole seconds or tenths. A change within that of the checkpoint need not come after it. */
export const afterItsSecond = async (world: Pick<MerchantWorld, 'idle'>, { position }: Place): Promise<void> => {
  if (position.epochMs % 100 === 0) await world.idle(1_100);
};

const isSameTime = (one: Listed, other: Listed): boolean => one.epochMs === other.epochMs && one.finer === other.finer;

/**
 * A product that has been changed before, after all that has come since: its updatedAt has to pass the last checkpoint
 * once more. Undefined where nothing can be told: a trigger may set what it has set before, and then nothing changes.
 * A change without a bump is told by whoever watches (`traffic/laws/catalogue/bumped-when-changed.ts`).
 */
export const changedAgain = async (
  world: Pick<MerchantWorld, 'triggers' | 'clock' | 'signal' | 'idle'>,
  catalogue: Catalogue,
  stored: Place,
  before: Listed,
): Promise<CheckOutcome | undefined> => {
  await afterItsSecond(world, stored);
  const fired = await world.triggers.fire('changeProduct', { productId: before.id });
  if (fired.kind === 'unavailable') return undefined;
  const brought = await eventually(world, async () => {
    const found = await listingOf(catalogue, before, stored);
    return found && isNewer(found.listed, before) ? found : undefined;
  });
  if (brought) return passed;
  const now = await listingOf(catalogue, before);
  // Of answers of one moment nobody can tell whether they were given amid the change.
  if (now && isSameTime(now.listed, before)) {
    await world.idle(tickMs);
    await listingOf(catalogue, before);
  }
  if (now === undefined || isSameTime(now.listed, before) || isAfter(now.listed, stored.position)) return undefined;
  return failed({
    expected: `product ${JSON.stringify(before.id)} with an updatedAt after ${describePosition(stored.position)}`,
    actual: describe(now.listed),
    exchanges: [now.exchange],
    cause: 'changed behind the checkpoint',
  });
};

/** A catalogue of more takes too long to look through; of a shop that repeats itself nothing is told here. */
const mostPages = 200;

/** The product as a synchronisation from there lists it. */
const listingOf = async (
  { world, tokens, maximum }: Catalogue,
  { id }: Listed,
  from?: Place,
): Promise<Sighting | undefined> => {
  let found: Sighting | undefined;
  let pages = 0;
  await walk(world, tokens, {
    limit: maximum,
    from,
    visit(products, exchange) {
      const listed = products.find((product) => product.id === id);
      if (listed) found = { listed, exchange };
      return found !== undefined || ++pages >= mostPages ? 'enough' : 'more';
    },
  });
  return found;
};
