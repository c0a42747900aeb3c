import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './walk/catalogue.ts';
import { type Increment, syncFrom } from './increment.ts';
import { eventually } from '../../arrange/eventually.ts';
import { describe, describePosition, isAfter, type Listed } from '#traffic/laws';
import { type Place, walk } from './walk/walk.ts';
import { failed, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

export const isNewer = (listed: Listed, before: Listed): boolean =>
  listed.epochMs > before.epochMs || (listed.epochMs === before.epochMs && listed.finer > before.finer);

/**
 * A product that has been changed before, after all that has come since: its updatedAt has to pass the last checkpoint
 * once more. Undefined where nothing can be told: a trigger may set what it has set before, and then nothing changes.
 * A change without a bump is told by whoever watches (`traffic/laws/catalogue/bumped-when-changed.ts`).
 */
export const changedAgain = async (
  world: Pick<MerchantWorld, 'triggers' | 'clock' | 'signal'>,
  catalogue: Catalogue,
  stored: Place,
  before: Listed,
): Promise<CheckOutcome | undefined> => {
  const fired = await world.triggers.fire('changeProduct', { productId: before.id });
  if (fired.kind === 'unavailable') return undefined;
  let latest: Increment | undefined;
  const brought = await eventually(world, async () => {
    latest = await syncFrom(catalogue, stored);
    const listed = latest.kind === 'synced' ? latest.products.get(before.id) : undefined;
    return latest.kind === 'unmet' || (listed && isNewer(listed, before)) ? latest : undefined;
  });
  if (brought) return brought.kind === 'synced' ? passed : undefined;
  const now = await listingOf(catalogue, before);
  if (now === undefined || !isNewer(now.listed, before) || isAfter(now.listed, stored.position)) return undefined;
  return failed({
    message:
      'A product that was changed once more got an updatedAt that is not after what synchronisations had brought by then, so none brings the change. Set updatedAt to the time of the change, by one clock for all products.',
    expected: `product ${JSON.stringify(before.id)} with an updatedAt after ${describePosition(stored.position)}`,
    actual: describe(now.listed),
    exchanges: [...(latest?.kind === 'synced' ? latest.exchanges : []), now.exchange],
    cause: 'changed behind the checkpoint',
  });
};

/** The product as a full synchronisation lists it. */
const listingOf = async (
  { world, tokens, maximum }: Catalogue,
  { id }: Listed,
): Promise<{ readonly listed: Listed; readonly exchange: number } | undefined> => {
  let found: { readonly listed: Listed; readonly exchange: number } | undefined;
  await walk(world, tokens, {
    limit: maximum,
    visit(products, exchange) {
      const listed = products.find((product) => product.id === id);
      if (listed) found = { listed, exchange };
      return 'more';
    },
  });
  return found;
};
